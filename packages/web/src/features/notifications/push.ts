// Push notifications on this device: availability, turning on
// and off. The browser holds the endpoint, the server its copy.
import { addPushDevice, getPush, removePushDevice } from '@plumbline/core/features/notifications/push-contract';
import { call } from '../../api/client.ts';
import type { RetryRule } from '../../api/timing/retry.ts';
import { deviceName } from '../account/devices/device-name.ts';

/** `none`: this browser cannot, or has no service worker here; `homeScreen`: only when started from the home screen. */
export type PushState = 'none' | 'homeScreen' | 'denied' | 'off' | 'on';

/** The device as registered with the server, and its user. */
type Own = { userId: string; id: string };

const KEY = 'plumbline.push';

function ownDevice(): Own | undefined {
  try {
    const { userId, id } = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Own>;
    return typeof userId === 'string' && typeof id === 'string' ? { userId, id } : undefined;
  } catch {
    return undefined;
  }
}

/** The id under which this device receives push notifications for a user. */
export const ownDeviceId = (userId: string): string | undefined => {
  const own = ownDevice();
  return own?.userId === userId ? own.id : undefined;
};

const standalone = (): boolean => matchMedia('(display-mode: standalone)').matches;
const registered = () => navigator.serviceWorker?.getRegistration('/');

export async function pushState(userId: string): Promise<PushState> {
  if (!('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return /iPhone|iPad/u.test(navigator.userAgent) && !standalone() ? 'homeScreen' : 'none';
  }
  const registration = await registered();
  if (!registration) return 'none';
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await registration.pushManager.getSubscription();
  return subscription && ownDeviceId(userId) !== undefined ? 'on' : 'off';
}

const base64url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/u, '');

/** Creates a push subscription for this installation's public key. */
async function subscribe(registration: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const known = await registration.pushManager.getSubscription();
  if (known && base64url(known.options.applicationServerKey) === publicKey) return known;
  await known?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

type CallOptions = { retry?: Partial<RetryRule>; signal?: AbortSignal };

async function registerAtServer(
  userId: string,
  subscription: PushSubscription,
  options: CallOptions = {},
): Promise<void> {
  const body = {
    endpoint: subscription.endpoint,
    p256dh: base64url(subscription.getKey('p256dh')),
    auth: base64url(subscription.getKey('auth')),
    name: deviceName(navigator.userAgent) || navigator.platform || '?',
  };
  const { id } = await call(addPushDevice, { body }, options);
  localStorage.setItem(KEY, JSON.stringify({ userId, id }));
}

/** Requests permission, so it must be called from a user gesture. Resolves to false if the user declines. */
export async function enablePush(userId: string, publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  // The service worker starts a few seconds after the first screen.
  await registerAtServer(userId, await subscribe(await navigator.serviceWorker.ready, publicKey));
  return true;
}

async function forgetEndpoint(): Promise<void> {
  localStorage.removeItem(KEY);
  const subscription = await (await registered())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** For a device the server removed because it was unreachable: unsubscribes the browser if it is this one. */
export const unsubscribeRemoved = async (userId: string, deviceId: string): Promise<void> =>
  deviceId === ownDeviceId(userId) ? forgetEndpoint() : undefined;

/** Turns push off for a device; for this one, also unsubscribes the browser. */
export async function disablePush(userId: string, deviceId: string): Promise<void> {
  await call(removePushDevice, { params: { deviceId } });
  if (deviceId === ownDeviceId(userId)) await forgetEndpoint();
}

/** Retries for over half an hour: at startup no user is waiting, and none would retry. */
const PATIENT_RETRY: Partial<RetryRule> = { attempts: 12, doubling: true, statuses: [429], onNetworkFailure: true };

/** Repairs push at startup: an endpoint the browser changed, a different key, a new session, another user. */
export async function renewPush(userId: string, signal: AbortSignal): Promise<void> {
  const own = ownDevice();
  if (!own || !('PushManager' in globalThis)) return;
  const registration = await registered();
  if (own.userId !== userId || !registration || Notification.permission !== 'granted') return forgetEndpoint();
  const patience = { retry: PATIENT_RETRY, signal };
  const { publicKey } = await call(getPush, {}, patience);
  // Turned off in the meantime.
  if (ownDeviceId(userId) === undefined) return;
  if (publicKey === null) return forgetEndpoint();
  await registerAtServer(userId, await subscribe(registration, publicKey), patience);
}
