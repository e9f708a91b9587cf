// Ids of the demo, each from a name.
import { createHash } from 'node:crypto';

/** The same id for the same name, so that whatever is made twice is made once. */
export function demoId(name: string): string {
  const hex = createHash('sha256').update(`plumbline demo ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The name that a pin's id, and the ids of all that hangs on it, are made from. */
export const pinName = (pin: { sheet: string; title: string }): string => `pin ${pin.sheet} ${pin.title}`;
