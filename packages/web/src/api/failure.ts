// Why a call failed, as screens show it: no network, a refusal by the server, or anything else.
import { type ErrorCode, type FieldProblem, isErrorCode } from '@plumbline/core/kernel/errors';

export class NetworkFailure extends Error {
  override name = 'NetworkFailure';
}

/**
 * The server refused the request. `code` is from the error catalogue; `description` is the server's own text where it
 * sent one.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly code: ErrorCode;
  readonly description: string;
  readonly fields: readonly FieldProblem[];
  readonly params: Record<string, string | number>;
  readonly incident: string | undefined;
  /** Seconds after which the request may be repeated. */
  readonly retryAfter: number | undefined;
  /** The server sent a code that this version does not know. */
  readonly isUnknown: boolean;
  constructor(status: number, body: unknown, retryAfter?: number) {
    const problem = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
    const code = isErrorCode(problem.code) ? problem.code : status >= 500 ? 'internal' : 'bad_request';
    const description = problem.error_description ?? problem.detail;
    super(code);
    this.status = status;
    this.retryAfter = retryAfter;
    this.isUnknown = typeof problem.code === 'string' && !isErrorCode(problem.code);
    this.code = code;
    this.description = typeof description === 'string' ? description : '';
    this.fields = Array.isArray(problem.fields) ? (problem.fields as FieldProblem[]) : [];
    this.params = (problem.params ?? {}) as Record<string, string | number>;
    this.incident = typeof problem.incident === 'string' ? problem.incident : undefined;
  }
  /** The outcome code of one field, where that field was refused. */
  field(path: string): string | undefined {
    return this.fields.find((field) => field.path === path)?.outcome;
  }
}

/** The refusal in a response that is not ok. */
export async function refusalOf(response: Response): Promise<Refusal> {
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  const body: unknown = await response.json().catch(() => undefined);
  return new Refusal(response.status, body, Number.isNaN(seconds) ? undefined : seconds);
}
