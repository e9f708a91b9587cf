// Breaks text into lines of a given width. Pure.

/** At most `most` lines; text that does not fit ends in `…`. `widthOf` measures a text. */
export function linesOf(words: string, width: number, most: number, widthOf: (words: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(/\s+/u).filter((one) => one !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    // A word wider than the column is broken anywhere.
    for (let fits = fitting(line, width, widthOf); fits < [...line].length; fits = fitting(line, width, widthOf)) {
      const letters = [...line];
      lines.push(letters.slice(0, fits).join(''));
      line = letters.slice(fits).join('');
    }
  }
  if (line !== '') lines.push(line);
  if (lines.length <= most) return lines;
  const last = `${lines[most - 1] ?? ''}…`;
  return [
    ...lines.slice(0, most - 1),
    widthOf(last) <= width ? last : shortened(lines[most - 1] ?? '', width, widthOf),
  ];
}

/** Number of letters that fit; at least one. */
function fitting(word: string, width: number, widthOf: (words: string) => number): number {
  const letters = [...word];
  let fits = letters.length;
  while (fits > 1 && widthOf(letters.slice(0, fits).join('')) > width) fits--;
  return fits;
}

function shortened(line: string, width: number, widthOf: (words: string) => number): string {
  const letters = [...line];
  while (letters.length > 0 && widthOf(`${letters.join('')}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
