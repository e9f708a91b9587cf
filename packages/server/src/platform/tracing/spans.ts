// Spans of a trace. Without an exporter (start-tracing.ts), the API does nothing.
import { type Attributes, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import pg, { type ClientBase } from 'pg';

const tracer = trace.getTracer('plumbline');

/** Errors are named by their class and code: messages can contain what people have entered. */
function failSpan(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  span.setAttribute('error.type', code ?? (error instanceof Error ? error.constructor.name : 'unknown'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Runs `work` in a span below the current one. */
export function inSpan<T>(
  { name, kind = SpanKind.INTERNAL, attributes }: { name: string; kind?: SpanKind; attributes: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      return await work();
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

const MAX_TEXT_LENGTH = 2_000;

function startStatement(text: string): Span {
  const operation = /^\s*(\w+)/u.exec(text)?.[1]?.toUpperCase() ?? 'SQL';
  return tracer.startSpan(operation, {
    kind: SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      // Without values: they are sent as parameters.
      'db.query.text': text.slice(0, MAX_TEXT_LENGTH),
    },
  });
}

type Query = (...given: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => void;

const textOf = (statement: unknown): string | undefined => {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : undefined;
};

/** Records the statements of a connection that belong to a traced request or job. */
export function traceStatements(client: ClientBase): void {
  // Looked up for each statement: tests record statements at the driver's method.
  const query: Query = (...given) => Reflect.apply(pg.Client.prototype.query, client, given);
  const traced: Query = (...given) => {
    const text = trace.getActiveSpan()?.isRecording() ? textOf(given[0]) : undefined;
    if (text === undefined) return query(...given);
    const span = startStatement(text);
    const end = (error?: unknown) => {
      if (error) failSpan(span, error);
      span.end();
    };
    const last = given.at(-1);
    if (typeof last === 'function') {
      const callback = last as Callback;
      const ended: Callback = (error, ...rest) => {
        end(error);
        callback(error, ...rest);
      };
      return query(...given.slice(0, -1), ended);
    }
    const result = query(...given);
    if (result instanceof Promise) result.then(() => end(), end);
    // A stream, which reports its own end.
    else end();
    return result;
  };
  client.query = traced as typeof client.query;
}
