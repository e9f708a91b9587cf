// The time on the server, as its replies tell it: links expire by it, and the clock of a device may be years off.

/** Milliseconds by which the server's clock is ahead of this one. */
let ahead = 0;

export function learnTime(reply: Pick<Response, 'headers'>): void {
  const told = Date.parse(reply.headers.get('date') ?? '');
  if (!Number.isNaN(told)) ahead = told - Date.now();
}

/** The time on the server at a time of this device; both in milliseconds since 1970, the same until it has replied. */
export const serverTimeAt = (time: number): number => time + ahead;

export const serverNow = (): number => serverTimeAt(Date.now());
