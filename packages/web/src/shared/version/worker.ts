// The service worker of this page: registered on handheld devices, removed on desktops, activated when the user
// wants the new version.
import { ownScript } from '../navigation/own-script.ts';

const SCRIPT = '/service-worker.js';
/** Milliseconds after the first screen: the user's content loads first. */
const DELAY_MS = 3_000;

let registration: ServiceWorkerRegistration | undefined;

/** Apple tablets identify as desktops. */
function isHandheld(): boolean {
  const { userAgent, platform, maxTouchPoints } = navigator;
  return /Android|iPhone|iPad|iPod|Mobile/u.test(userAgent) || (platform === 'MacIntel' && maxTouchPoints > 1);
}

/** The operator may enable it everywhere. */
const isEnabledEverywhere = () =>
  document.querySelector('meta[name="plumbline-offline"][content="everywhere"]') !== null;

/** Set once the user has stopped caching the app on this device. */
const CACHE_OFF = 'plumbline.appCacheOff';

/** Whether the app can be cached on this device. */
export const canCacheProgram = (): boolean => 'serviceWorker' in navigator && (isHandheld() || isEnabledEverywhere());

/** Whether the app is cached on this device, so that it opens offline. */
export const isProgramCached = (): boolean => canCacheProgram() && localStorage.getItem(CACHE_OFF) === null;

/** Rejects when the first worker cannot fetch all files: browsers then never say that one is ready. */
function activated({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const first = active ? null : (installing ?? waiting);
  return new Promise((resolve, reject) => {
    const look = () => {
      if (first === null || first.state === 'activated') resolve();
      else if (first.state === 'redundant') reject(new Error('the app could not be cached'));
    };
    first?.addEventListener('statechange', look);
    look();
  });
}

/** Caches the app on this device. Resolves once it opens offline. */
export async function cacheProgram(): Promise<void> {
  registration = await navigator.serviceWorker.register(ownScript(SCRIPT), { updateViaCache: 'none' });
  await activated(registration);
  const ready = await navigator.serviceWorker.ready;
  ready.active?.postMessage(loaded());
  localStorage.removeItem(CACHE_OFF);
}

/** Removes the app from this device until it is cached again. */
export async function uncacheProgram(): Promise<void> {
  await remove();
  localStorage.setItem(CACHE_OFF, 'true');
}

async function remove(): Promise<void> {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
  const names = (await caches.keys()).filter((name) => name.startsWith('plumbline-program-'));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** Files this page had loaded before the worker controlled it. */
function loaded(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
}

/** Registers or removes the worker. `replaced` is called once, when another version has taken over this page. */
export async function startWorker(replaced: () => void): Promise<void> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return;
  if (!isProgramCached()) return remove();
  // The first worker of a page takes control without any version change.
  let looked = navigator.serviceWorker.controller !== null;
  let done = false;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (looked && !done) {
      done = true;
      replaced();
    }
    looked = true;
  });
  if (!looked) await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
  await cacheProgram();
}

export const waitingVersion = (): boolean => Boolean(registration?.waiting && registration.active);

/**
 * Downloads the newer version to the device; undefined where no worker caches the app. False: the download is
 * incomplete.
 */
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

/** Milliseconds to wait for a waiting version to activate; it usually takes a tenth of a second. */
const ACTIVATION_TIMEOUT_MS = 4_000;

/**
 * Lets the waiting version take over this page, which calls `replaced`. Browsers sometimes leave it waiting for minutes
 * although the previous worker is idle. Then, and where none is waiting, the worker is unregistered: returns false, and
 * the next page loads from the server. The cache is kept for the next worker.
 */
export async function activateWaiting(): Promise<boolean> {
  const its = registration;
  if (its?.waiting) {
    its.waiting.postMessage('take-over');
    await new Promise((resolve) => setTimeout(resolve, ACTIVATION_TIMEOUT_MS));
    if (!its.waiting) return true;
  }
  await its?.unregister();
  return false;
}
