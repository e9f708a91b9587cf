// How the program sends messages to phones. Who gets what is the features' business.

export type ShortMessage = {
  /** The number with its plus, digits only after it. */
  to: string;
  text: string;
  /** Made by the caller and the same at each attempt: a UUID. */
  messageId: string;
};

export interface Sms {
  /** Whether messages arrive on phones; otherwise the operator reads them. */
  readonly arrives: boolean;
  /** Hands the message over, or throws. */
  send(message: ShortMessage): Promise<void>;
}
