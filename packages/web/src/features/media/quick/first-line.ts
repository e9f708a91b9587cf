// Reads the first line of a file that may be megabytes long, loading only as much as the line needs.

/** Bytes read first; more if the line is longer. */
const FIRST_READ_BYTES = 65_536;
const NEWLINE = 10;

/** The line without its line break, and everything after it. */
export async function firstLine(whole: Blob): Promise<{ line: string; rest: Blob }> {
  for (let end = FIRST_READ_BYTES; ; end *= 4) {
    const part = new Uint8Array(await whole.slice(0, end).arrayBuffer());
    const at = part.indexOf(NEWLINE);
    const isAll = end >= whole.size;
    if (at < 0 && !isAll) continue;
    const length = at < 0 ? part.length : at;
    return { line: new TextDecoder().decode(part.subarray(0, length)), rest: whole.slice(length + 1) };
  }
}
