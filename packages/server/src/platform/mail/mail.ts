// How the program sends mail. Who gets what, and in which words, is the features' business.

export type Message = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Made by the caller and the same at each attempt, so that a repeated job does not send twice: a UUID. */
  messageId: string;
};

export interface Mail {
  /** Hands the message over, or throws. A repeated `messageId` is the same message. */
  send(message: Message): Promise<void>;
}
