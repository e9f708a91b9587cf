// Bidirectional text in visual order: Arabic and Hebrew run from right to left, digits and Latin words in them do not.
// Pure.
/// <reference path="./bidi-js.d.ts" />
import bidiFactory from 'bidi-js';

/** Consecutive letters on the line, from left to right; a right-to-left run keeps its logical order. */
export type VisualRun = { readonly words: string; readonly leftwards: boolean };

const bidi = bidiFactory();
const LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

export function visualRuns(line: string): VisualRun[] {
  if (!LEFTWARDS.test(line)) return line === '' ? [] : [{ words: line, leftwards: false }];
  const embedding = bidi.getEmbeddingLevels(line);
  const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels);
  const runs: { words: string; level: number }[] = [];
  for (let i = 0; i < line.length; i++) {
    const level = embedding.levels[i] ?? 0;
    const letter = mirrored.get(i) ?? line[i] ?? '';
    const last = runs.at(-1);
    if (last?.level === level) last.words += letter;
    else runs.push({ words: letter, level });
  }
  // From the highest level down, everything at that level or above is reversed.
  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level--) {
    for (let from = 0; from < runs.length; from++) {
      let to = from;
      while ((runs[to]?.level ?? -1) >= level) to++;
      if (to > from) runs.splice(from, to - from, ...runs.slice(from, to).reverse());
      from = to;
    }
  }
  return runs.map(({ words, level }) => ({ words, leftwards: level % 2 === 1 }));
}
