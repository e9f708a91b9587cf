// Draws shapes and text onto a PDF page with PDFium's editing functions. Existing page content is not changed.

import { RenderError } from '../../render-error.ts';
import { allocateUnset, memoryOf, type Pdfium, withMemory } from '../pdf/engine.ts';
import { FLIPPED, type Matrix, moved, scaled, times } from './matrix.ts';
import type { Typeface } from './text/typefaces.ts';

/** A path: moves, lines, curves (two control points, then the end point) and closing. */
export type Stroke =
  | readonly ['M', number, number]
  | readonly ['L', number, number]
  | readonly ['C', number, number, number, number, number, number]
  | readonly ['Z'];

export interface Ink {
  /** `#rrggbb`. */
  readonly fill?: string;
  /** Opacity of the fill, 0 to 1. */
  readonly cover?: number;
  readonly stroke?: string;
  readonly width?: number;
  readonly dash?: readonly [number, number];
}

export interface Writing {
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
  readonly face: Typeface;
  readonly colour: string;
}

export interface Pen {
  /** Coordinates run downwards; they are transformed by `within` first, then to the page. */
  path(strokes: readonly Stroke[], ink: Ink, within?: Matrix): void;
  write(words: string, writing: Writing, within?: Matrix): void;
  /** Writes everything drawn so far into the page. */
  finish(): void;
}

const ROUND = 1;
const FILL_WINDING = 1;

export function channels(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

type Target = { readonly pdfium: Pdfium; readonly document: number; readonly page: number; readonly onto: Matrix };

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export function penOn({ pdfium, document, page, onto }: Target): Pen {
  const place = (object: number, matrix: Matrix) => {
    pdfium.FPDFPageObj_Transform(object, ...matrix);
    pdfium.FPDFPage_InsertObject(page, object);
  };
  return {
    path(strokes, ink, within = IDENTITY) {
      const object = trace(pdfium, strokes);
      colourIn(pdfium, object, ink);
      place(object, times(onto, within));
    },
    write(words, { x, y, size, face, colour }, within = IDENTITY) {
      let at = x;
      for (const piece of face.piecesOf(words)) {
        const start = times(within, moved(at, y));
        at += piece.width * size;
        if ('strokes' in piece) {
          if (piece.strokes.length > 0) this.path(piece.strokes, { fill: colour }, times(start, scaled(size)));
          continue;
        }
        const object = pdfium.FPDFPageObj_CreateTextObj(document, face.handle, size);
        setText(pdfium, object, piece.words);
        pdfium.FPDFPageObj_SetFillColor(object, ...channels(colour), 255);
        place(object, times(times(onto, start), FLIPPED));
      }
    },
    finish() {
      if (!pdfium.FPDFPage_GenerateContent(page))
        throw new RenderError('internal', 'pdfConversion', 'the page cannot be drawn onto');
    },
  };
}

function trace(pdfium: Pdfium, strokes: readonly Stroke[]): number {
  const [first, ...rest] = strokes;
  if (first?.[0] !== 'M') throw new Error('a path begins with a move');
  const object = pdfium.FPDFPageObj_CreateNewPath(first[1], first[2]);
  for (const stroke of rest) {
    if (stroke[0] === 'M') pdfium.FPDFPath_MoveTo(object, stroke[1], stroke[2]);
    else if (stroke[0] === 'L') pdfium.FPDFPath_LineTo(object, stroke[1], stroke[2]);
    else if (stroke[0] === 'Z') pdfium.FPDFPath_Close(object);
    else pdfium.FPDFPath_BezierTo(object, stroke[1], stroke[2], stroke[3], stroke[4], stroke[5], stroke[6]);
  }
  return object;
}

function colourIn(pdfium: Pdfium, object: number, { fill, cover = 1, stroke, width = 1, dash }: Ink): void {
  if (fill !== undefined) pdfium.FPDFPageObj_SetFillColor(object, ...channels(fill), Math.round(cover * 255));
  if (stroke !== undefined) {
    pdfium.FPDFPageObj_SetStrokeColor(object, ...channels(stroke), 255);
    pdfium.FPDFPageObj_SetStrokeWidth(object, width);
    pdfium.FPDFPageObj_SetLineJoin(object, ROUND);
    pdfium.FPDFPageObj_SetLineCap(object, dash ? 0 : ROUND);
  }
  if (dash)
    withMemory(pdfium, 8, (pointer) => {
      pdfium.pdfium.setValue(pointer, dash[0], 'float');
      pdfium.pdfium.setValue(pointer + 4, dash[1], 'float');
      pdfium.FPDFPageObj_SetDashArray(object, pointer, dash.length, 0);
    });
  pdfium.FPDFPath_SetDrawMode(object, fill === undefined ? 0 : FILL_WINDING, stroke !== undefined);
}

/** Passes the text as zero-terminated UTF-16. */
export function withText<T>(pdfium: Pdfium, words: string, work: (pointer: number) => T): T {
  const bytes = Buffer.from(`${words}\0`, 'utf16le');
  const pointer = allocateUnset(pdfium, bytes.length);
  try {
    memoryOf(pdfium).set(bytes, pointer);
    return work(pointer);
  } finally {
    pdfium.pdfium.wasmExports.free(pointer);
  }
}

const setText = (pdfium: Pdfium, object: number, words: string): void => {
  withText(pdfium, words, (pointer) => pdfium.FPDFText_SetText(object, pointer));
};
