// Measures and writes text with the embedded fonts: Latin, Greek, Cyrillic, Arabic and Hebrew letters, in visual order.
import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';
import type PDFDocument from 'pdfkit';
import { type Script, typefaceFile, type Weight } from '../../../rendering/engines/print/text/typeface-files.ts';
import { visualRuns } from '../../../rendering/engines/print/text/visual-order.ts';

const SCRIPTS: readonly Script[] = ['latin', 'arabic', 'hebrew'];
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;
/** Letters that the first font certainly has. */
const SIMPLE = /^[\u0020-\u007e\u00a0-\u024f\u0400-\u045f]*$/u;
/** Replaces letters that no font has; the first font contains it. */
const REPLACEMENT_CHARACTER = '\ufffd';
const MAX_CACHED_WIDTHS = 50_000;

/** Relative to the font size. They depend on the fonts only, whose tables each document reads again to measure a text. */
const widths = new Map<string, number>();

let coverage: readonly Font[] | undefined;
const scripts = new Map<string, Script | undefined>();

function scriptOf(letter: string): Script | undefined {
  if (scripts.has(letter)) return scripts.get(letter);
  coverage ??= SCRIPTS.map((script) => create(readFileSync(typefaceFile('plain', script))));
  const at = coverage.findIndex((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  scripts.set(letter, SCRIPTS[at]);
  return SCRIPTS[at];
}

type Part = { text: string; script: Script };

/** The parts of a text by font. */
function partsOf(text: string): Part[] {
  if (SIMPLE.test(text)) return [{ text, script: 'latin' }];
  const parts: Part[] = [];
  for (const letter of text) {
    const last = parts.at(-1);
    const found = scriptOf(letter);
    // Spaces and marks stay with the letters before them.
    const script = found === 'latin' && last && /^[\s\p{M}]$/u.test(letter) ? last.script : (found ?? 'latin');
    const written = found === undefined ? REPLACEMENT_CHARACTER : letter;
    if (last?.script === script) last.text += written;
    else parts.push({ text: written, script });
  }
  return parts;
}

const fontName = (weight: Weight, script: Script): string => `${script}-${weight}`;

export type TextStyle = { size: number; weight: Weight; colour: string; goTo?: string };

export class Fonts {
  private readonly doc: InstanceType<typeof PDFDocument>;

  constructor(doc: InstanceType<typeof PDFDocument>) {
    this.doc = doc;
    for (const script of SCRIPTS)
      for (const weight of ['plain', 'strong'] as const)
        doc.registerFont(fontName(weight, script), typefaceFile(weight, script));
  }

  widthOf(text: string, { size, weight }: Pick<TextStyle, 'size' | 'weight'>): number {
    const key = `${weight}${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known * size;
    let width = 0;
    for (const part of partsOf(text)) {
      this.doc.font(fontName(weight, part.script), 1_000);
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
        this.doc.font(fontName(style.weight, part.script), style.size).fillColor(style.colour);
        // With a list of features pdfkit sets the run as a whole, else word by word from the left.
        const whole = leftwards ? { features: [] } : {};
        this.doc.text(part.text, at, y, { lineBreak: false, baseline: 'alphabetic', ...whole });
        at += this.widthOf(part.text, style);
      }
    }
  }
}
