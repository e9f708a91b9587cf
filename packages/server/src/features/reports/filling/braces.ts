// Braces in the values themselves. While a document is being filled they are two characters that XML does not allow and no value can
// therefore hold, so that a pin called "{report.title}" stays a pin called so.

const OPEN = '\ufffe';
const CLOSE = '\uffff';

// Everything XML 1.0 cannot carry, and the two stand-ins.
// biome-ignore lint/suspicious/noControlCharactersInRegex: dropping them is the purpose
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;

/** A value as it may stand in the document: without what XML cannot carry, line ends as `\n`, braces disguised. */
export function disguise(value: string): string {
  return legalText(value).replaceAll('{', OPEN).replaceAll('}', CLOSE);
}

/** A value without what XML cannot carry, line ends as `\n`. */
export function legalText(value: string): string {
  return value
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(/[\r\u2028\u2029]/gu, '\n')
    .replace(ILLEGAL, '');
}

/** The finished part with its braces back. */
export function reveal(xml: string): string {
  return xml.replaceAll(OPEN, '{').replaceAll(CLOSE, '}');
}
