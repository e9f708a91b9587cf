// The signed-in user as this browser last knew them, for code that runs before the session is loaded.
import { hasToken } from '../../api/stored-access-token.ts';
import type { LocalSession } from '../../local/local.ts';

export const USER_KEY = 'plumbline.user';

/** Whose local content may be shown. Undefined when signed out. */
export function storedOwner(): LocalSession | undefined {
  if (!hasToken()) return undefined;
  try {
    const { userId, organisationId, byToken } = JSON.parse(localStorage.getItem(USER_KEY) ?? '{}');
    return userId && organisationId ? { userId, organisationId, helper: byToken === true } : undefined;
  } catch {
    return undefined;
  }
}
