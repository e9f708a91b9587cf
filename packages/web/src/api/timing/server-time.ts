// The time on the server, as its replies tell it: links expire by it, and the clock of a device may be years off.

/** Milliseconds by which the server's clock is ahead of this one. */
let offsetMs = 0;

export function updateServerTime(reply: Pick<Response, 'headers'>): void {
  const date = Date.parse(reply.headers.get('date') ?? '');
  if (!Number.isNaN(date)) offsetMs = date - Date.now();
}

/** The time on the server at a time of this device; both in milliseconds since 1970, the same until it has replied. */
export const serverTimeAt = (time: number): number => time + offsetMs;

export const serverNow = (): number => serverTimeAt(Date.now());
