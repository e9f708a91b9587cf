// Whether and how traces are exported, by the standard variables of OpenTelemetry.
import type { Variables } from './variables.ts';

export type TracingConfig = Readonly<{
  service: string;
  /** The share of traces that are recorded, from 0 to 1. */
  ratio: number;
}>;

/** Null: no traces. */
export function tracingOf(values: Variables): TracingConfig | null {
  const collector = values.OTEL_EXPORTER_OTLP_ENDPOINT ?? values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (!collector || values.OTEL_SDK_DISABLED || values.OTEL_TRACES_EXPORTER === 'none') return null;
  const isRatio = values.OTEL_TRACES_SAMPLER.endsWith('traceidratio');
  const always = values.OTEL_TRACES_SAMPLER.endsWith('always_off') ? 0 : 1;
  return Object.freeze({
    service: values.OTEL_SERVICE_NAME,
    ratio: isRatio ? values.OTEL_TRACES_SAMPLER_ARG : always,
  });
}
