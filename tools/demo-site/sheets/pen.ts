// A drafting pen over PDFKit: millimetres on paper, nested transforms, ISO 128 line widths, text sized by cap height.
import PDFDocument from 'pdfkit';
import type { Point } from '../building/cells.ts';

/** Line widths in millimetres. */
export const W = { hair: 0.13, fine: 0.18, thin: 0.25, medium: 0.35, cut: 0.5, heavy: 0.7 } as const;
export const INK = '#111416';
export const GREY = '#8b9196';
export const PALE = '#b4b9bd';
export const RED = '#c8102e';

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
export type Stroke = {
  width?: number;
  colour?: string;
  dash?: readonly number[];
  fill?: string | null;
  close?: boolean;
};
export type Lettering = {
  /** Cap height in millimetres. */
  size?: number;
  align?: 'left' | 'centre' | 'right';
  bold?: boolean;
  oblique?: boolean;
  colour?: string;
  /** Degrees, counter-clockwise on paper. */
  turn?: number;
  /** Paints the paper white behind the text. */
  mask?: boolean;
  spacing?: number;
};

const MM = 72 / 25.4;
const CAP = 0.718;

export class Pen {
  readonly doc: PDFKit.PDFDocument;
  #matrix: Matrix = [1, 0, 0, 1, 0, 0];

  constructor(doc: PDFKit.PDFDocument) {
    this.doc = doc;
    doc.scale(MM);
    doc.lineCap('butt').lineJoin('miter');
  }

  /** Millimetres from the upper left corner of the sheet. */
  paper([x, y]: Point): Point {
    const [a, b, c, d, e, f] = this.#matrix;
    return [a * x + c * y + e, b * x + d * y + f];
  }

  #scale(): number {
    const [a, b] = this.#matrix;
    return Math.hypot(a, b);
  }

  /** Draws in metres with y upwards, the origin at a point on paper, `scale` millimetres per metre. */
  view(origin: Point, scale: number, draw: () => void): void {
    this.#within([scale, 0, 0, -scale, origin[0], origin[1]], draw, true);
  }

  /** Draws in a rotated, translated (and possibly mirrored) coordinate system. */
  place(at: Point, turn: number, draw: () => void): void {
    const r = (turn * Math.PI) / 180;
    this.#within([Math.cos(r), Math.sin(r), -Math.sin(r), Math.cos(r), at[0], at[1]], draw, false);
  }

  #within(inner: Matrix, draw: () => void, fresh: boolean): void {
    const outer = this.#matrix;
    const [a, b, c, d, e, f] = fresh ? ([1, 0, 0, 1, 0, 0] as const) : outer;
    const [p, q, r, s, t, u] = inner;
    this.#matrix = [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
    draw();
    this.#matrix = outer;
  }

  #apply({ width = W.thin, colour = INK, dash, fill = null }: Stroke): void {
    const { doc } = this;
    if (dash) doc.dash(dash[0] ?? 1, { space: dash[1] ?? dash[0] ?? 1 });
    if (dash && dash.length > 2) doc.addContent(`[${dash.join(' ')}] 0 d`);
    if (width === 0) {
      if (fill) doc.fill(fill);
      return;
    }
    doc.lineWidth(width);
    if (fill) doc.fillAndStroke(fill, colour);
    else doc.stroke(colour);
    if (dash) doc.undash();
  }

  line(from: Point, to: Point, stroke: Stroke = {}): void {
    this.lines([[from, to]], stroke);
  }

  /** Draws many strokes of one style at once. */
  lines(pairs: readonly (readonly [Point, Point])[], stroke: Stroke = {}): void {
    if (pairs.length === 0) return;
    for (const [from, to] of pairs) {
      const [x, y] = this.paper(from);
      const [X, Y] = this.paper(to);
      this.doc.moveTo(x, y).lineTo(X, Y);
    }
    this.#apply({ ...stroke, fill: null });
  }

  path(points: readonly Point[], stroke: Stroke = {}): void {
    for (const [index, point] of points.entries()) {
      const [x, y] = this.paper(point);
      if (index === 0) this.doc.moveTo(x, y);
      else this.doc.lineTo(x, y);
    }
    if (stroke.close) this.doc.closePath();
    this.#apply(stroke);
  }

  box(x0: number, y0: number, x1: number, y1: number, stroke: Stroke = {}): void {
    const corners: Point[] = [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ];
    this.path(corners, { ...stroke, close: true });
  }

  /** Angles in degrees, counter-clockwise in the current coordinate system. */
  arc(centre: Point, radius: number, from: number, to: number, stroke: Stroke = {}): void {
    const pieces = Math.max(1, Math.ceil(Math.abs(to - from) / 45));
    const step = ((to - from) / pieces) * (Math.PI / 180);
    const k = (4 / 3) * Math.tan(step / 4);
    const position = (angle: number): Point => [
      centre[0] + radius * Math.cos(angle),
      centre[1] + radius * Math.sin(angle),
    ];
    for (let i = 0; i < pieces; i++) {
      const a = (from * Math.PI) / 180 + i * step;
      const b = a + step;
      const [ax, ay] = position(a);
      const [bx, by] = position(b);
      const start = this.paper([ax, ay]);
      const one = this.paper([ax - radius * Math.sin(a) * k, ay + radius * Math.cos(a) * k]);
      const two = this.paper([bx + radius * Math.sin(b) * k, by - radius * Math.cos(b) * k]);
      const end = this.paper([bx, by]);
      if (i === 0) this.doc.moveTo(start[0], start[1]);
      this.doc.bezierCurveTo(one[0], one[1], two[0], two[1], end[0], end[1]);
    }
    if (stroke.close) this.doc.closePath();
    this.#apply(stroke);
  }

  circle(centre: Point, radius: number, stroke: Stroke = {}): void {
    this.arc(centre, radius, 0, 360, { ...stroke, close: true });
  }

  width(text: string, size: number, bold = false): number {
    return this.doc
      .font(bold ? 'Helvetica-Bold' : 'Helvetica')
      .fontSize(size / CAP)
      .widthOfString(text);
  }

  /** The point is the left end, middle or right end of the baseline. */
  text(text: string, at: Point, lettering: Lettering = {}): void {
    const {
      size = 2.5,
      align = 'left',
      bold = false,
      oblique = false,
      colour = INK,
      turn = 0,
      mask = false,
    } = lettering;
    if (text === '') return;
    const { doc } = this;
    const [x, y] = this.paper(at);
    doc.font(bold ? 'Helvetica-Bold' : oblique ? 'Helvetica-Oblique' : 'Helvetica').fontSize(size / CAP);
    const spacing = lettering.spacing ?? 0;
    const width = doc.widthOfString(text) + spacing * text.length;
    const left = x - (align === 'centre' ? width / 2 : align === 'right' ? width : 0);
    if (turn !== 0) doc.save().rotate(-turn, { origin: [x, y] });
    if (mask) doc.rect(left - 0.5, y - size - 0.6, width + 1, size + 1.2).fill('#ffffff');
    doc.fillColor(colour).text(text, left, y, { lineBreak: false, baseline: 'alphabetic', characterSpacing: spacing });
    if (turn !== 0) doc.restore();
  }

  /** Text of several lines; returns the height used in millimetres. */
  block(lines: readonly string[], at: Point, lettering: Lettering & { leading?: number } = {}): number {
    const leading = lettering.leading ?? (lettering.size ?? 2.5) * 1.75;
    const [x, y] = this.paper(at);
    this.onPaper(() => {
      for (const [index, line] of lines.entries()) this.text(line, [x, y + index * leading], lettering);
    });
    return lines.length * leading;
  }

  /** Draws in millimetres of the sheet, regardless of the current coordinate system. */
  onPaper(draw: () => void): void {
    this.#within([1, 0, 0, 1, 0, 0], draw, true);
  }

  get perMetre(): number {
    return this.#scale();
  }
}

export type SheetInfo = {
  title: string;
  subject: string;
  created: Date;
  /** Millimetres; A1 landscape unless given. */
  size?: readonly [width: number, height: number];
  lang?: string;
};

/** The output does not depend on the day it is generated. */
export function openSheet(info: SheetInfo): PDFKit.PDFDocument {
  const [width, height] = info.size ?? [841, 594];
  return new PDFDocument({
    size: [width * MM, height * MM],
    margin: 0,
    pdfVersion: '1.7',
    lang: info.lang ?? 'en',
    displayTitle: true,
    info: {
      Title: info.title,
      Subject: info.subject,
      Author: 'Studio Ahornweg',
      Creator: 'Plumbline demo',
      Producer: 'Plumbline demo',
      CreationDate: info.created,
      ModDate: info.created,
    },
  });
}
