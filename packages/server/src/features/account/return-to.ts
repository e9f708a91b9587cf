// Allowed redirect targets after sign-in: our own pages, or an origin configured by the operator, which receives a
// ticket instead of a token.
import { AppError } from '@plumbline/core/kernel/errors';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';
import { createLink, useLink } from '../auth/email-links.ts';

const TICKET_MS = 60_000;

/** The URL as a browser parses it; undefined if it is invalid or not a page. */
function parsed(target: string, base: string): URL | undefined {
  try {
    const url = new URL(target, base);
    return /^https?:$/u.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
  } catch {
    return undefined;
  }
}

export async function redirectFor(services: Services, { userId }: Session, target: string) {
  const { publicUrl, returnTo } = services.config;
  const url = parsed(target, publicUrl);
  if (url?.origin === new URL(publicUrl).origin) {
    // A path that starts with two slashes would be resolved as another host.
    const path = url.pathname.replace(/^\/+/u, '/');
    return { redirect_token: null, location: `${path}${url.search}${url.hash}` };
  }
  if (!url || !returnTo.includes(url.origin)) return { redirect_token: null, location: '/' };
  const ticket = await systemTransaction(services.pool, (db) =>
    createLink(services, db, { purpose: 'ticket', userId, email: url.origin, lifetimeMs: TICKET_MS }),
  );
  url.searchParams.set('access_token', ticket);
  return { redirect_token: { access_token: ticket }, location: url.href };
}

/**
 * The operator configures the help and support URLs, so their origins may receive a ticket without being listed in
 * `returnTo`.
 */
export async function helpFor(
  services: Services,
  { userId }: Session,
  { kind, from }: { kind: 'help' | 'support'; from: string },
): Promise<{ location: string }> {
  const { publicUrl, helpUrl, supportUrl } = services.config;
  const template = kind === 'help' ? helpUrl : supportUrl;
  if (template === null) throw new AppError('not_found');
  const back = parsed(from, publicUrl);
  const own = back?.origin === new URL(publicUrl).origin ? back.href : publicUrl;
  const ticket = template.includes('{token}')
    ? await systemTransaction(services.pool, (db) =>
        createLink(services, db, { purpose: 'ticket', userId, email: new URL(template).origin, lifetimeMs: TICKET_MS }),
      )
    : '';
  return { location: template.replaceAll('{token}', ticket).replaceAll('{return}', encodeURIComponent(own)) };
}

type Person = { userId: string; email: string; firstName: string; lastName: string };

export function redeem(services: Services, ticket: string): Promise<Person> {
  return systemTransaction(services.pool, async (db) => {
    const { userId } = await useLink(db, 'ticket', ticket, services.clock.now());
    const found = await db.query<Person>(
      `SELECT id AS "userId", email, first_name AS "firstName", last_name AS "lastName" FROM app_user
       WHERE id = $1 AND active`,
      [userId],
    );
    if (!found.rows[0]) throw new AppError('link_used');
    return found.rows[0];
  });
}
