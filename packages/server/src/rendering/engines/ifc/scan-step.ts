// Scans an IFC file once before it is loaded, so that problems are reported precisely. Uses constant memory.
import { closeSync, openSync, readSync } from 'node:fs';
import { RenderError } from '../../render-error.ts';
import { encodingOf } from './encoding.ts';

const CHUNK_BYTES = 4 * 2 ** 20;
/** Some programs write a comment first. */
const HEAD = /^\s*(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*ISO-10303-21\s*;/u;
const HEAD_BYTES = 64 * 1024;
const END = 'END-ISO-10303-21';

const [QUOTE, STAR, SLASH, OPEN, CLOSE, SEMICOLON, LINE, NUMBER, EQUALS] = [39, 42, 47, 40, 41, 59, 10, 35, 61];
const [ZERO, NINE, PLAIN] = [48, 57, 128];

/** Number of characters kept from the start of a statement to identify it. */
const STATEMENT_HEAD_LENGTH = 32;

/** Callbacks for the references between statements during the scan. */
export type Listener = {
  onStatement?: (id: number, line: number) => void;
  onReference?: (from: number, to: number) => void;
};

export type Scanned = {
  /** Whether strings use single bytes of a legacy character set. */
  readonly oldBytes: boolean;
  /** Number of statements that refer to themselves or a later one: without any there is no cycle. */
  readonly ahead: number;
  readonly statements: number;
};

type Scan = {
  depth: number;
  inText: boolean;
  inNote: boolean;
  last: number;
  line: number;
  ended: boolean;
  /** The number being read; −1 for none. */
  number: number;
  /** The id of the current statement. */
  own: number;
  /** Bytes still missing from a multi-byte character. */
  letter: number;
  oldBytes: boolean;
  ahead: number;
  statements: number;
};

/** Whether the file begins like an IFC file. */
export function isIfcHeader(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const bytes = head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0));
    const { name, mark } = encodingOf(bytes);
    return HEAD.test(new TextDecoder(name).decode(bytes.subarray(mark)));
  } finally {
    closeSync(file);
  }
}

/** The IFC schema in the file's header, such as IFC2X3. */
export function schemaOf(path: string): string | undefined {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const text = head.toString('latin1', 0, readSync(file, head, 0, HEAD_BYTES, 0));
    return /FILE_SCHEMA\s*\(\s*\(\s*'([^']*)'/iu.exec(text)?.[1];
  } finally {
    closeSync(file);
  }
}

/**
 * Scans a file in single bytes or UTF-8. Throws `RenderError`: `ifc_not_ifc`, `ifc_truncated`, or `ifc_syntax` with the
 * line.
 */
export function scanStep(path: string, listener: Listener = {}): Scanned {
  if (!isIfcHeader(path)) throw new RenderError('ifc_not_ifc', 'inspecting', 'no ISO-10303-21 at the beginning');
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(CHUNK_BYTES);
    const scan: Scan = {
      ...{ depth: 0, inText: false, inNote: false, last: 0, line: 1, ended: false },
      ...{ number: -1, own: 0, letter: 0, oldBytes: false, ahead: 0, statements: 0 },
    };
    const statement = new Statement();
    for (let at = 0; !scan.ended; ) {
      const read = readSync(file, piece, 0, CHUNK_BYTES, at);
      if (read === 0)
        throw new RenderError('ifc_truncated', 'inspecting', `it breaks off at line ${scan.line}`, { line: scan.line });
      at += read;
      scanPiece(piece, read, scan, statement, listener);
    }
    const { oldBytes, ahead, statements } = scan;
    return { oldBytes, ahead, statements };
  } finally {
    closeSync(file);
  }
}

class Statement {
  readonly #bytes = Buffer.alloc(STATEMENT_HEAD_LENGTH);
  #length = 0;

  add(byte: number): void {
    if (byte > 32 && this.#length < STATEMENT_HEAD_LENGTH) this.#bytes[this.#length++] = byte;
  }

  /** Returns the start of the statement and begins the next one. */
  take(): string {
    const text = this.#bytes.toString('latin1', 0, this.#length);
    this.#length = 0;
    return text;
  }
}

function scanPiece(bytes: Buffer, length: number, scan: Scan, statement: Statement, listener: Listener): void {
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === LINE) scan.line++;
    if (byte >= PLAIN || scan.letter > 0) noteLetter(scan, byte);
    if (scan.number >= 0) {
      if (byte >= ZERO && byte <= NINE) scan.number = scan.number * 10 + byte - ZERO;
      else endNumber(scan, byte, listener);
    }
    if (scan.inText) {
      if (byte === QUOTE) scan.inText = false;
    } else if (scan.inNote) {
      if (byte === SLASH && scan.last === STAR) scan.inNote = false;
    } else if (byte === QUOTE) scan.inText = true;
    else if (byte === STAR && scan.last === SLASH) scan.inNote = true;
    else if (byte === OPEN) scan.depth++;
    else if (byte === CLOSE) {
      if (--scan.depth < 0) syntaxError(scan, 'a bracket is closed that was never opened');
    } else if (byte === SEMICOLON) {
      checkToken(scan, statement.take());
      scan.own = 0;
      if (scan.ended) return;
    } else {
      if (byte === NUMBER) scan.number = 0;
      if (scan.depth === 0) statement.add(byte);
    }
    scan.last = byte;
  }
}

/** Checks whether bytes beyond ASCII are UTF-8. */
function noteLetter(scan: Scan, byte: number): void {
  const follows = byte >= 0x80 && byte < 0xc0;
  if (scan.letter > 0) {
    if (follows) scan.letter--;
    else [scan.oldBytes, scan.letter] = [true, 0];
  } else if (byte >= 0xf0 && byte < 0xf8) scan.letter = 3;
  else if (byte >= 0xe0 && byte < 0xf0) scan.letter = 2;
  else if (byte >= 0xc2 && byte < 0xe0) scan.letter = 1;
  else if (byte >= PLAIN) scan.oldBytes = true;
}

function endNumber(scan: Scan, byte: number, { onStatement, onReference }: Listener): void {
  const { number } = scan;
  scan.number = -1;
  if (scan.own === 0 && scan.depth === 0) {
    if (byte > 32 && byte !== EQUALS) return;
    scan.own = number;
    scan.statements++;
    onStatement?.(number, scan.line);
    return;
  }
  if (number >= scan.own) scan.ahead++;
  onReference?.(scan.own, number);
}

const INSTANCE = /^#\d+=[A-Z]/iu;
const SECTION =
  /^(ISO-10303-21|HEADER|FILE_|DATA|ENDSEC|SECTION|ANCHOR|REFERENCE|SIGNATURE|SCHEMA_POPULATION|\/|#\d+=$)/iu;

function checkToken(scan: Scan, text: string): void {
  if (scan.depth !== 0) syntaxError(scan, 'a bracket stays open');
  if (text.toUpperCase().startsWith(END)) scan.ended = true;
  else if (!INSTANCE.test(text) && !SECTION.test(text)) syntaxError(scan, `"${text}" is no statement`);
}

function syntaxError(scan: Scan, what: string): never {
  throw new RenderError('ifc_syntax', 'inspecting', `line ${scan.line}: ${what}`, { line: scan.line });
}
