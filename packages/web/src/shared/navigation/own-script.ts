// Everything that starts a script by URL checks it here: only this app's own files are allowed. Browsers with Trusted
// Types hold the whole page to this one policy; see contentPolicy in packages/server/src/http/security/headers.ts.

const WORKER = '/service-worker.js';
const FILE = /^\/assets\/[\w.-]+\.js$/u;

/** Whether a URL is that of a script this app was built with. */
export function isOwnScript(address: string, page: string): boolean {
  const { origin, pathname } = new URL(address, page);
  return origin === new URL(page).origin && (pathname === WORKER || FILE.test(pathname));
}

/** Throws for any other. In development the files are served from their source paths. */
function checked(address: string): string {
  if (!import.meta.env.DEV && !isOwnScript(address, location.href))
    throw new TypeError('not a script of this application');
  return address;
}

type Policy = { createScriptURL(address: string): unknown };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

// The DOM types do not include it yet.
const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const policy = trustedTypes?.createPolicy('plumbline', { createScriptURL: checked });

/** The URL of one of this app's workers, in the form the browser requires. Throws for any other URL. */
export const ownScript = (address: string): string =>
  // A value created by the policy is accepted wherever a string is.
  policy ? (policy.createScriptURL(address) as string) : checked(address);
