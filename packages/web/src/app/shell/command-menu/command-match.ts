// Matches items to the typed words: all words must occur, ignoring case and accents. Pure.

const MARKS = /\p{Mark}/gu;

export const plain = (text: string): string => text.normalize('NFD').replaceAll(MARKS, '').toLowerCase();

export const wordsOf = (text: string): string[] => plain(text).split(/\s+/u).filter(Boolean);

/**
 * The score: 0 for no match, higher where the text or one of its words starts with a typed word, highest for a whole
 * word.
 */
export function fit(text: string, words: readonly string[]): number {
  const whole = plain(text);
  const own = new Set(whole.split(' '));
  let score = 1;
  for (const word of words) {
    const at = whole.indexOf(word);
    if (at < 0) return 0;
    if (at === 0) score += 3;
    else if (whole.includes(` ${word}`)) score += 1;
    if (own.has(word)) score += 2;
  }
  return score;
}

/** The best `most` items; without words the first ones. */
export function best<T>(items: readonly T[], words: readonly string[], textOf: (item: T) => string, most: number): T[] {
  if (words.length === 0) return items.slice(0, most);
  return items
    .map((item) => ({ item, score: fit(textOf(item), words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ item }) => item);
}
