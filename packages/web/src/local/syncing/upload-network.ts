// Whether files may be uploaded over the present network: a setting of this device limits them to Wi-Fi, where the
// browser tells what the network is.

/** `unknown`: the browser does not tell. */
export type NetworkKind = 'wifi' | 'mobile' | 'unknown';

const SETTING = 'plumbline.filesOnWifi';
/** Networks that usually cost nothing per byte. */
const FREE: ReadonlySet<string> = new Set(['wifi', 'ethernet']);

/** The Network Information API, which only some browsers have; on desktops it names no type. */
type Connection = EventTarget & { type?: string };
const connection = (): Connection | undefined =>
  (globalThis.navigator as (Navigator & { connection?: Connection }) | undefined)?.connection;

export function networkKind(): NetworkKind {
  const type = connection()?.type;
  if (type === undefined) return 'unknown';
  return FREE.has(type) ? 'wifi' : 'mobile';
}

const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of [...listeners]) listener();
}

globalThis.addEventListener?.('storage', (event) => {
  if (event.key === SETTING) tell();
});
connection()?.addEventListener('change', tell);

/** Called when the setting (in any tab) or the network changes. */
export function onUploadNetwork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isWifiOnly = (): boolean => localStorage.getItem(SETTING) === 'true';

export function setWifiOnly(only: boolean): void {
  if (only) localStorage.setItem(SETTING, 'true');
  else localStorage.removeItem(SETTING);
  tell();
}

/** False only where the browser says that this is not Wi-Fi. */
export const mayUpload = (): boolean => !isWifiOnly() || networkKind() !== 'mobile';
