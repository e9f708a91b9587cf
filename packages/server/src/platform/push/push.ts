// How the program tells a device something at once, through the push service of its browser. What is told is the features' business.

/** Where a browser wants to be told, as it names it itself. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };

export type PushMessage = {
  /** Read by the browser only: it is encrypted on the way. */
  payload: string;
  /** A message of the same topic that has not arrived yet is replaced. Up to 32 letters, digits, dashes. */
  topic: string;
  /** Seconds after which it is not worth telling any more. */
  life: number;
};

export interface Push {
  /** What browsers ask for before they name an endpoint. */
  readonly publicKey: string;
  /** Whether an endpoint belongs to a push service we speak to: nobody makes this server call anything else. */
  knows(endpoint: string): boolean;
  /** Hands the message over; `gone` where the endpoint exists no more. Throws where another attempt may succeed. */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>;
}
