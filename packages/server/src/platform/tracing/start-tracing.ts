// Exports traces by OTLP. The packages that do so are loaded only if the operator has named a collector.
import type { TracingConfig } from '../../config/tracing-config.ts';
import { VERSION } from '../../config/version.ts';

type Log = Record<'warn' | 'error', (details: object, message: string) => void>;

/** Starts the export; returns the function that sends what is left and ends it. */
export async function startTracing({ service, ratio }: TracingConfig, log: Log): Promise<() => Promise<void>> {
  const [api, sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, resources, core] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/core'),
  ]);
  const warn = (message: string, ...details: unknown[]) => log.warn({ details }, `tracing: ${message}`);
  const silent = () => {};
  const logger = { error: warn, warn, info: silent, debug: silent, verbose: silent };
  api.diag.setLogger(logger, api.DiagLogLevel.WARN);
  const named = resources.resourceFromAttributes({ 'service.name': service, 'service.version': VERSION });
  const detected = resources.detectResources({ detectors: [resources.envDetector] });
  const root = ratio === 1 ? new sdk.AlwaysOnSampler() : new sdk.TraceIdRatioBasedSampler(ratio);
  const provider = new sdk.TracerProvider({
    resource: resources.defaultResource().merge(detected).merge(named),
    sampler: new sdk.ParentBasedSampler({ root }),
    // The exporter reads the address of the collector and its headers from the environment.
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  api.trace.setGlobalTracerProvider(provider);
  return async () => {
    await provider.shutdown();
    for (const part of [api.trace, api.context, api.propagation, api.diag]) part.disable();
  };
}
