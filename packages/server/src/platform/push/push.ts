// The port for push notifications through the push service of a browser. The content is decided by the features.

/** A push subscription, as the browser provides it. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  /** Encrypted in transit; only the browser can read it. */
  payload: string;
  /** Replaces an undelivered message of the same topic. Up to 32 letters, digits and dashes. */
  topic: string;
  /** Time to live in seconds. */
  ttlSeconds: number;
};

export interface Push {
  /** The public key that browsers need to subscribe. */
  readonly publicKey: string;
  /** Whether an endpoint belongs to a supported push service: no one can make this server call any other host. */
  knows(endpoint: string): boolean;
  /** Submits the message; `gone` if the subscription no longer exists. Throws if another attempt may succeed. */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>;
}
