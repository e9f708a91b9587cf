// Being told at once on this device: whether it can be, and how that begins and ends. The browser keeps the endpoint, the server its copy.
import { addPushDevice, getPush, removePushDevice } from '@plumbline/core/features/notifications/push-contract';
import { call } from '../../api/client.ts';
import type { RetryRule } from '../../api/retry.ts';
import { deviceName } from '../account/settings/device-name.ts';

/** `none`: this browser cannot, or keeps no worker here; `homeScreen`: it could from the home screen. */
export type PushHere = 'none' | 'homeScreen' | 'denied' | 'off' | 'on';

/** The device as the server knows it, and whose it is. */
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

/** The id under which this device is told for somebody. */
export const ownDeviceId = (userId: string): string | undefined => {
  const own = ownDevice();
  return own?.userId === userId ? own.id : undefined;
};

const standalone = (): boolean => matchMedia('(display-mode: standalone)').matches;
const registered = () => navigator.serviceWorker?.getRegistration('/');

export async function pushHere(userId: string): Promise<PushHere> {
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

/** Names an endpoint, one of this installation's key. */
async function subscribe(registration: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const known = await registration.pushManager.getSubscription();
  if (known && base64url(known.options.applicationServerKey) === publicKey) return known;
  await known?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

type Patience = { retry?: Partial<RetryRule>; signal?: AbortSignal };

async function tellServer(userId: string, subscription: PushSubscription, options: Patience = {}): Promise<void> {
  const body = {
    endpoint: subscription.endpoint,
    p256dh: base64url(subscription.getKey('p256dh')),
    auth: base64url(subscription.getKey('auth')),
    name: deviceName(navigator.userAgent) || navigator.platform || '?',
  };
  const { id } = await call(addPushDevice, { body }, options);
  localStorage.setItem(KEY, JSON.stringify({ userId, id }));
}

/** Asks the browser, which asks its user; only after a press. False: the user has refused. */
export async function turnPushOn(userId: string, publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const registration = await registered();
  if (!registration) return false;
  await tellServer(userId, await subscribe(registration, publicKey));
  return true;
}

async function forgetEndpoint(): Promise<void> {
  localStorage.removeItem(KEY);
  const subscription = await (await registered())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/** The server has taken it off, since it could not be reached. */
export const pushGone = async (userId: string, deviceId: string): Promise<void> =>
  deviceId === ownDeviceId(userId) ? forgetEndpoint() : undefined;

/** Takes a device off; this one also tells its browser. */
export async function turnPushOff(userId: string, deviceId: string): Promise<void> {
  await call(removePushDevice, { params: { deviceId } });
  if (deviceId === ownDeviceId(userId)) await forgetEndpoint();
}

/** At the start nobody waits for it, and nobody would begin it again: half an hour and more. */
const PATIENT: Partial<RetryRule> = { attempts: 12, doubling: true, statuses: [429], onNetworkFailure: true };

/** What a start of the program mends: an endpoint the browser has changed, another key, a session that is new, another person. */
export async function renewPush(userId: string, signal: AbortSignal): Promise<void> {
  const own = ownDevice();
  if (!own || !('PushManager' in globalThis)) return;
  const registration = await registered();
  if (own.userId !== userId || !registration || Notification.permission !== 'granted') return forgetEndpoint();
  const patience = { retry: PATIENT, signal };
  const { publicKey } = await call(getPush, {}, patience);
  // Turned off meanwhile.
  if (ownDeviceId(userId) === undefined) return;
  if (publicKey === null) return forgetEndpoint();
  await tellServer(userId, await subscribe(registration, publicKey), patience);
}
