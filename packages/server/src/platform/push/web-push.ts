// Web push: encrypted for one browser (RFC 8291), signed by this installation (RFC 8292), sent to the browser's push
// service.
import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import type { Push } from './push.ts';

const TIMEOUT_MS = 10_000;

/** The push services of the known browsers; each name includes its subdomains. */
const SERVICES = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
];

type Settings = {
  /** 32 bytes: the private half of the key to which browsers bind their subscriptions. */
  privateKey: Buffer;
  /** Contact address for push services: `mailto:` or `https:`. */
  contact: string;
  /** Origins of additional push services. */
  services: readonly string[];
};

export function webPushService({ privateKey, contact, services }: Settings): Push {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  const publicKey = pair.getPublicKey('base64url', 'uncompressed');
  const vapidDetails = { subject: contact, publicKey, privateKey: privateKey.toString('base64url') };

  function knows(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false;
    const { protocol, hostname, port, origin, username } = new URL(endpoint);
    if (services.includes(origin)) return true;
    const named = SERVICES.some((name) => hostname === name || hostname.endsWith(`.${name}`));
    return named && protocol === 'https:' && port === '' && username === '';
  }

  return {
    publicKey,
    knows,
    async send({ endpoint, p256dh, auth }, { payload, topic, ttlSeconds }) {
      if (!knows(endpoint)) return 'gone';
      const subscription = { endpoint, keys: { p256dh, auth } };
      const options = {
        vapidDetails,
        topic,
        TTL: ttlSeconds,
        contentEncoding: 'aes128gcm',
        urgency: 'normal',
      } as const;
      const { headers, body } = webPush.generateRequestDetails(subscription, payload, options);
      const { 'Content-Length': _length, ...others } = headers as Record<string, string>;
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value)])),
        body: new Uint8Array(body as Buffer),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.ok) return 'sent';
      if (response.status === 404 || response.status === 410) return 'gone';
      // The endpoint is itself a secret, so the error contains no part of it.
      throw new Error(`the push service answered ${response.status}`);
    },
  };
}
