// Where to go after sign-in when the URL names a target: our own pages directly, others only as the server allows.
import { redirectTicket } from '@plumbline/core/features/auth/instance-contract';
import { call } from '../../api/client.ts';

/** The target in a URL like /home?return_to=/project/x; undefined where there is none. */
export const requestedTarget = (search: string): string | undefined =>
  new URLSearchParams(search).get('return_to') ?? undefined;

/** A path of our own as it is written; everything else is for the server to decide. */
export function ownPath(target: string): string | undefined {
  // Browsers treat a second slash, in either direction, as another host; control characters could hide one.
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(target) ? target : undefined;
}

/** Asks the server for the URL to go to; for other hosts it includes a ticket valid for one minute. */
export async function signInAddressTo(target: string): Promise<string> {
  const own = ownPath(target);
  if (own !== undefined) return own;
  return (await call(redirectTicket, { body: { return_to: target } })).location;
}
