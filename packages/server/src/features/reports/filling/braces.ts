// Braces within values. While a document is being filled they are replaced by two characters that XML does not allow
// and no value can therefore contain, so a pin titled "{report.title}" keeps that title.

const OPEN = '\ufffe';
const CLOSE = '\uffff';

// Everything XML 1.0 cannot represent, and the two replacement characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: dropping them is the purpose
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;

/**
 * A value as it can be written to the document: without characters XML cannot represent, line ends as `\n`, braces
 * replaced.
 */
export function escapeBraces(value: string): string {
  return legalText(value).replaceAll('{', OPEN).replaceAll('}', CLOSE);
}

/** A value without characters XML cannot represent, line ends as `\n`. */
export function legalText(value: string): string {
  return value
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replace(/[\r\u2028\u2029]/gu, '\n')
    .replace(ILLEGAL, '');
}

/** The finished part with its braces restored. */
export function reveal(xml: string): string {
  return xml.replaceAll(OPEN, '{').replaceAll(CLOSE, '}');
}
