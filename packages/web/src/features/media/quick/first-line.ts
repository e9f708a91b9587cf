// The first line of a file that may go on for megabytes: only as much of it is read as the line needs.

/** Bytes looked at first; more where the line is longer. */
const FIRST = 65_536;
const NEWLINE = 10;

/** The line without its end, and all that comes after it. */
export async function firstLine(whole: Blob): Promise<{ line: string; rest: Blob }> {
  for (let end = FIRST; ; end *= 4) {
    const part = new Uint8Array(await whole.slice(0, end).arrayBuffer());
    const at = part.indexOf(NEWLINE);
    const isAll = end >= whole.size;
    if (at < 0 && !isAll) continue;
    const length = at < 0 ? part.length : at;
    return { line: new TextDecoder().decode(part.subarray(0, length)), rest: whole.slice(length + 1) };
  }
}
