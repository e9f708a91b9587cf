// Reads once through an IFC file before anything is built from it, so that a broken one is named as what it is. Constant memory.
import { closeSync, openSync, readSync } from 'node:fs';
import { RenderError } from '../rendering/render-error.ts';

const PIECE = 4 * 2 ** 20;
const HEAD = /^\s*ISO-10303-21\s*;/u;
const END = 'END-ISO-10303-21';

const [QUOTE, STAR, SLASH, OPEN, CLOSE, SEMICOLON, LINE] = [39, 42, 47, 40, 41, 59, 10];

/** What of a statement's beginning is kept, to know it by. */
const KEPT = 32;

type Scan = { depth: number; inText: boolean; inNote: boolean; last: number; line: number; ended: boolean };

/** Whether the file begins as IFC files do. */
export function looksLikeIfc(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(256);
    const read = readSync(file, head, 0, head.length, 0);
    return HEAD.test(head.toString('latin1', 0, read).replace(/^\u{ef}\u{bb}\u{bf}/u, ''));
  } finally {
    closeSync(file);
  }
}

/** Throws `RenderError`: `ifc_not_ifc`, `ifc_truncated`, or `ifc_syntax` with the line. */
export function scanStep(path: string): void {
  if (!looksLikeIfc(path)) throw new RenderError('ifc_not_ifc', 'inspecting', 'no ISO-10303-21 at the beginning');
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(PIECE);
    const scan: Scan = { depth: 0, inText: false, inNote: false, last: 0, line: 1, ended: false };
    const statement = new Statement();
    for (let at = 0; !scan.ended; ) {
      const read = readSync(file, piece, 0, PIECE, at);
      if (read === 0) throw new RenderError('ifc_truncated', 'inspecting', `it breaks off at line ${scan.line}`);
      at += read;
      scanPiece(piece, read, scan, statement);
    }
  } finally {
    closeSync(file);
  }
}

class Statement {
  readonly #bytes = Buffer.alloc(KEPT);
  #length = 0;

  add(byte: number): void {
    if (byte > 32 && this.#length < KEPT) this.#bytes[this.#length++] = byte;
  }

  /** The beginning of the statement; the next one begins. */
  take(): string {
    const text = this.#bytes.toString('latin1', 0, this.#length);
    this.#length = 0;
    return text;
  }
}

function scanPiece(bytes: Buffer, length: number, scan: Scan, statement: Statement): void {
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === LINE) scan.line++;
    if (scan.inText) {
      if (byte === QUOTE) scan.inText = false;
    } else if (scan.inNote) {
      if (byte === SLASH && scan.last === STAR) scan.inNote = false;
    } else if (byte === QUOTE) scan.inText = true;
    else if (byte === STAR && scan.last === SLASH) scan.inNote = true;
    else if (byte === OPEN) scan.depth++;
    else if (byte === CLOSE) {
      if (--scan.depth < 0) wrong(scan, 'a bracket is closed that was never opened');
    } else if (byte === SEMICOLON) {
      judge(scan, statement.take());
      if (scan.ended) return;
    } else statement.add(byte);
    scan.last = byte;
  }
}

const INSTANCE = /^#\d+=[A-Z]/iu;
const SECTION =
  /^(ISO-10303-21|HEADER|FILE_|DATA|ENDSEC|SECTION|ANCHOR|REFERENCE|SIGNATURE|SCHEMA_POPULATION|\/|#\d+=$)/iu;

function judge(scan: Scan, text: string): void {
  if (scan.depth !== 0) wrong(scan, 'a bracket stays open');
  if (text.toUpperCase().startsWith(END)) scan.ended = true;
  else if (!INSTANCE.test(text) && !SECTION.test(text)) wrong(scan, `"${text}" is no statement`);
}

function wrong(scan: Scan, what: string): never {
  throw new RenderError('ifc_syntax', 'inspecting', `line ${scan.line}: ${what}`);
}
