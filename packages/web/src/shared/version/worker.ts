// The service worker of this page: registered in the hand, removed on a desk, asked to take over when the user wants the new version.
import { ownScript } from '../navigation/own-script.ts';

const SCRIPT = '/service-worker.js';
/** Milliseconds after the first screen: what the user came for loads first. */
const DELAY = 3_000;

let registration: ServiceWorkerRegistration | undefined;

/** Tablets of Apple call themselves desks. */
function inTheHand(): boolean {
  const { userAgent, platform, maxTouchPoints } = navigator;
  return /Android|iPhone|iPad|iPod|Mobile/u.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1);
}

/** The operator may want it everywhere. */
const everywhere = () => document.querySelector('meta[name="plumbline-offline"][content="everywhere"]') !== null;

/** Whether the program is kept on this device, to open without a connection. */
export const keepsProgram = (): boolean => 'serviceWorker' in navigator && (inTheHand() || everywhere());

async function remove(): Promise<void> {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  const names = (await caches.keys()).filter((name) => name.startsWith('plumbline-program-'));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Files this page has loaded before the worker looked after it. */
function loaded(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
}

/** Registers or removes. `replaced` is called once, when another version has taken over this page. */
export async function startWorker(replaced: () => void): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return;
  if (!keepsProgram()) return remove();
  // The first worker of a page takes it over without anything having changed.
  let looked = navigator.serviceWorker.controller !== null;
  let done = false;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (looked && !done) {
      done = true;
      replaced();
    }
    looked = true;
  });
  if (!looked) await new Promise((resolve) => setTimeout(resolve, DELAY));
  registration = await navigator.serviceWorker.register(ownScript(SCRIPT), { updateViaCache: 'none' });
  const ready = await navigator.serviceWorker.ready;
  ready.active?.postMessage(loaded());
}

export const waitingVersion = (): boolean => Boolean(registration?.waiting && registration.active);

/** Fetches the newer version onto the device; undefined where no worker keeps the program. False: it did not come whole. */
export function fetchWaiting(): Promise<boolean> | undefined {
  const its = registration;
  if (!its?.active) return undefined;
  if (its.waiting) return Promise.resolve(true);
  return its.update().then(() => {
    const coming = its.installing;
    if (!coming) return its.waiting !== null;
    return new Promise<boolean>((resolve) => {
      coming.addEventListener('statechange', () => {
        if (coming.state === 'installed') resolve(true);
        if (coming.state === 'redundant') resolve(false);
      });
    });
  });
}

/** Milliseconds a waiting version may take to come to the fore; it takes a tenth of a second. */
const PATIENCE = 4_000;

/**
 * Lets the waiting version take over this page, which is told by `replaced`. Browsers now and then leave it waiting for
 * minutes although the worker before it has nothing left to do. Then, and where none waits, no worker looks after the page
 * any more: false, and the next page begins with what the server has. What is kept stays for the worker that comes.
 */
export async function takeOver(): Promise<boolean> {
  const its = registration;
  if (its?.waiting) {
    its.waiting.postMessage('take-over');
    await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    if (!its.waiting) return true;
  }
  await its?.unregister();
  return false;
}
