// Measures and writes text with the embedded fonts, in visual order.
import type PDFDocument from 'pdfkit';
import type { Weight } from '../../../rendering/engines/print/text/typeface-files.ts';
import { visualRuns } from '../../../rendering/engines/print/text/visual-order.ts';
import { type Face, partsOf } from './faces.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;
const MAX_CACHED_WIDTHS = 50_000;

/** Relative to the font size. They depend on the fonts only, whose tables each document reads again to measure a text. */
const widths = new Map<string, number>();

export type TextStyle = { size: number; weight: Weight; colour: string; goTo?: string };

export class Fonts {
  private readonly doc: InstanceType<typeof PDFDocument>;

  constructor(doc: InstanceType<typeof PDFDocument>) {
    this.doc = doc;
  }

  widthOf(text: string, { size, weight }: Pick<TextStyle, 'size' | 'weight'>): number {
    const key = `${weight}${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known * size;
    let width = 0;
    for (const part of partsOf(text)) {
      this.choose(part.face, weight, 1_000);
      width += this.doc.widthOfString(part.text) / 1_000;
    }
    if (widths.size >= MAX_CACHED_WIDTHS) widths.clear();
    widths.set(key, width);
    return width * size;
  }

  /** `y` is the baseline. */
  write(text: string, x: number, y: number, style: TextStyle): void {
    let at = x;
    let runs = [{ words: text, leftwards: false }];
    if (RIGHT_TO_LEFT.test(text)) {
      // The spaces around a text that runs to the left stay where they are: they separate it from what is beside it.
      at += this.widthOf(/^\s*/u.exec(text)?.[0] ?? '', style);
      runs = visualRuns(text.trim());
    }
    for (const { words, leftwards } of runs) {
      const parts = partsOf(words);
      for (const part of leftwards ? parts.reverse() : parts) {
        this.choose(part.face, style.weight, style.size);
        this.doc.fillColor(style.colour);
        // With a list of features pdfkit sets the run as a whole, else word by word from the left.
        const whole = leftwards ? { features: [] } : {};
        this.doc.text(part.text, at, y, { lineBreak: false, baseline: 'alphabetic', ...whole });
        at += this.widthOf(part.text, style);
      }
    }
  }

  private choose({ file, inCollection }: Face, weight: Weight, size: number): void {
    if (inCollection === undefined) this.doc.font(file(weight), size);
    else this.doc.font(file(weight), inCollection, size);
  }
}
