// Entered texts inside a line: each keeps its own direction and does not reverse what is beside it. Pure.

/** Characters that reverse or isolate what follows them, also beyond their own text. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066\u2067]/gu;
const ISOLATES = /[\u2068\u2069]/gu;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Removes isolates that are not closed: they would reorder what follows the text. */
export function withClosedIsolates(text: string): string {
  let open = 0;
  for (const [sign] of text.matchAll(ISOLATES)) {
    open += sign === '\u2068' ? 1 : -1;
    if (open < 0) break;
  }
  return open === 0 ? text : text.replaceAll(ISOLATES, '');
}

/** The text with a direction that ends with it. Sentences keep the isolates of their names. */
export function isolated(value: string): string {
  const own = withClosedIsolates(value.replaceAll(DIRECTION_MARKS, ''));
  return RIGHT_TO_LEFT.test(own) ? `\u2068${own}\u2069` : own;
}

/** Names, titles and numbers in one line, in this order whatever their scripts. Empty ones are left out. */
export const inOneLine = (parts: readonly (string | false | null | undefined)[], separator = ' · '): string =>
  parts.flatMap((part) => (part ? [isolated(part)] : [])).join(separator);

/** Several names in this order whatever their scripts, e.g. in a document. A single one is written as it is. */
export const listed = (names: readonly string[], separator = ', '): string =>
  names.length > 1 ? inOneLine(names, separator) : names.join('');
