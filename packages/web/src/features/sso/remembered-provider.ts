// The provider this browser is signed in with: needed to sign out of it, and to sign in with it again.

const KEY = 'plumbline.signOn';
export type RememberedProvider = { id: string; name: string };

function parsed(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

const providerOf = ({ id, name }: Record<string, unknown>): RememberedProvider | undefined =>
  typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined;

export const rememberedProvider = (): RememberedProvider | undefined => providerOf(parsed(localStorage.getItem(KEY)));
export const rememberProvider = (provider: RememberedProvider): void =>
  localStorage.setItem(KEY, JSON.stringify(provider));

const PENDING = 'plumbline.signOnPending';

export type Pending = { provider: RememberedProvider; again: boolean };

/** The sign-in in progress in this tab, until the provider redirects back. */
export const storePending = ({ provider, again }: Pending): void =>
  sessionStorage.setItem(PENDING, JSON.stringify({ ...provider, again }));

export function resumePending(): Pending | undefined {
  const kept = parsed(sessionStorage.getItem(PENDING));
  sessionStorage.removeItem(PENDING);
  const provider = providerOf(kept);
  return provider && { provider, again: kept.again === true };
}
