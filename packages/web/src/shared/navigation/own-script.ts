// Whatever starts a script by its address asks here: only files of this program are started. Browsers that know Trusted Types hold
// every part of the page to this one policy; see contentPolicy in packages/server/src/http/security/headers.ts.

const WORKER = '/service-worker.js';
const FILE = /^\/assets\/[\w.-]+\.js$/u;

/** Whether an address leads to a script this program was built with. */
export function isOwnScript(address: string, page: string): boolean {
  const { origin, pathname } = new URL(address, page);
  return origin === new URL(page).origin && (pathname === WORKER || FILE.test(pathname));
}

/** Throws for any other. In development the files stand where they are written. */
function checked(address: string): string {
  if (!import.meta.env.DEV && !isOwnScript(address, location.href)) throw new TypeError('no script of this program');
  return address;
}

type Policy = { createScriptURL(address: string): unknown };
type Factory = { createPolicy(name: string, rules: Policy): Policy };

// The types do not know it yet.
const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const policy = trustedTypes?.createPolicy('plumbline', { createScriptURL: checked });

/** The address of a worker of this program, as the browser wants to have it. Throws where it is none. */
export const ownScript = (address: string): string =>
  // What a policy has made stands wherever a text may stand.
  policy ? (policy.createScriptURL(address) as string) : checked(address);
