// The other processes of the same program on this machine: it serves the web with several. They share the database; what
// they tell one another is what is not worth a statement.
import type { MetricObjectWithValues, MetricValue } from 'prom-client';

/** The metrics of one process. */
export type Figures = MetricObjectWithValues<MetricValue<string>>[];

export type Message =
  /** Calls that clients have made since the last message. */
  | { kind: 'calls'; counts: [client: string, calls: number][] }
  | { kind: 'figures-wanted'; id: string }
  | { kind: 'figures'; id: string; figures: Figures };

export interface Siblings {
  /** The name of this process in metrics; undefined if it is the only one. */
  readonly name: string | undefined;
  /** How many others there are while all of them run. */
  readonly count: number;
  /** Tells all others. Those that are being restarted miss it. */
  tell(message: Message): void;
  /** Returns how to stop listening. */
  hear(listener: (message: Message) => void): () => void;
}

export const NO_SIBLINGS: Siblings = { name: undefined, count: 0, tell: () => {}, hear: () => () => {} };

/** Siblings that are reached by `send`; call `heard` with what arrives. */
export function createSiblings(name: string, count: number, send: (message: Message) => void) {
  const listeners = new Set<(message: Message) => void>();
  const siblings: Siblings = {
    name,
    count,
    tell: send,
    hear(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const heard = (message: Message) => {
    for (const listener of listeners) listener(message);
  };
  return { siblings, heard };
}
