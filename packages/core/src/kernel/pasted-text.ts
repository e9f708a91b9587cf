// Text from a clipboard or a file, reduced to what a store and a document can hold. Without the schema library, which
// takes a process that renders one page as long to load as the rest of its code.

// Control characters except tab and newline, and the noncharacters that XML forbids.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the purpose
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/u;

/** Whether any store and document can hold the text. */
export function isStorable(value: string): boolean {
  return value.isWellFormed() && !FORBIDDEN.test(value);
}

/** Pasted text without the characters that `text` refuses, with line breaks as the browser writes them. */
export const pastedText = (value: string): string =>
  value.toWellFormed().replaceAll(/\r\n?/gu, '\n').replaceAll(new RegExp(FORBIDDEN, 'gu'), '');

/** Pasted text as a single line: line breaks and tabs become a space. */
export const pastedLine = (value: string): string =>
  value
    .split(/[\r\n\t\v\f\u0085\u2028\u2029]+/u)
    .map((part) => pastedText(part).trim())
    .filter(Boolean)
    .join(' ');
