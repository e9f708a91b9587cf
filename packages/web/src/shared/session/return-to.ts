// Where one goes after signing in, when the address names it: a page of ours at once, elsewhere only what the server allows.
import { redirectTicket } from '@plumbline/core/features/auth/door-contract';
import { call } from '../../api/client.ts';

/** The target in an address like /home?return_to=/project/x; undefined where there is none. */
export const wantedTarget = (search: string): string | undefined =>
  new URLSearchParams(search).get('return_to') ?? undefined;

/** A path of ours as it is written; everything else is for the server to judge. */
export function ownPath(target: string): string | undefined {
  // A second slash, in either direction, is another host to browsers; so is what a control character hides.
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(target) ? target : undefined;
}

/** Asks the server for the way; to other hosts it comes with a ticket that lives a minute. */
export async function wayTo(target: string): Promise<string> {
  const own = ownPath(target);
  if (own !== undefined) return own;
  return (await call(redirectTicket, { body: { return_to: target } })).location;
}
