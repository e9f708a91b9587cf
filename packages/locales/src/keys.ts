// The keys of all texts, taken from the English messages by the compiler: a misspelt key does not compile.
import type messages from '../messages/en.json';

/** Every known key, e.g. `plans.rename`. */
export type TextKey = keyof typeof messages & string;
