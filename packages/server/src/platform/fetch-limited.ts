// Requests to a service that the operator has configured, with a time limit and a size limit, and without following
// redirects.

export class ServiceError extends Error {
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServiceError';
    this.status = status;
  }
}

export type Limits = { timeout: number; maxBytes: number; signal?: AbortSignal | undefined };

const AGENT = 'Plumbline';

/** The body of a response with status 200. Throws `ServiceError` for anything else. */
export async function fetchLimited(url: string, accept: string, limits: Limits): Promise<Buffer> {
  return fetchBody(url, { accept }, 200, limits);
}

/** A part of a file. Throws `ServiceError` if the service does not support range requests. */
export async function fetchRange(url: string, offset: number, length: number, limits: Limits): Promise<Buffer> {
  return fetchBody(url, { range: `bytes=${offset}-${offset + length - 1}` }, 206, limits);
}

/** The body of the response to a request with content. Throws `ServiceError` for any status but 200. */
export async function postLimited(
  url: string,
  body: Uint8Array,
  headers: Record<string, string>,
  limits: Limits,
): Promise<Buffer> {
  return fetchBody(url, headers, 200, limits, { method: 'POST', body: new Uint8Array(body) });
}

async function fetchBody(
  url: string,
  headers: Record<string, string>,
  requested: number,
  { timeout, maxBytes, signal }: Limits,
  sent: { method: string; body: Uint8Array<ArrayBuffer> } | undefined = undefined,
): Promise<Buffer> {
  const ends = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      ...sent,
      redirect: 'error',
      headers: { ...headers, 'user-agent': AGENT },
      signal: signal ? AbortSignal.any([signal, ends]) : ends,
    });
    if (response.status !== requested) {
      await response.body?.cancel();
      throw new ServiceError(`answered ${response.status}`, response.status);
    }
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of response.body ?? []) {
      length += piece.length;
      if (length > maxBytes) throw new ServiceError(`answered more than ${maxBytes} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    signal?.throwIfAborted();
    throw new ServiceError('did not answer', undefined, { cause: error });
  }
}
