// A catalog: every text of one language under its flat key, as in `messages/<language>.json`.

import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Key → ICU message. */
export type Catalog = Readonly<Record<string, string>>;

/** Key → plain text, or a message parsed at build time. */
export type ReadCatalog = Readonly<Record<string, string | MessageFormatElement[]>>;

/**
 * Whether a text contains placeholders, tags or quoting. Any other text is shown unchanged; a single apostrophe quotes
 * nothing.
 */
export const hasSyntax = (text: string): boolean => /[{}<>]|''/u.test(text);
