// Limits how many of many options are rendered: thousands would block the page.

type Labelled = { id: string; label: string };

/** The first options, at most `most`, whose label contains the typed text, and those that must stay; in their order. */
export function matchingChoices<Choice extends Labelled>(
  choices: readonly Choice[],
  typed: string,
  most: number,
  stay: readonly string[] = [],
): readonly Choice[] {
  const words = typed.trim().toLocaleLowerCase();
  const kept = new Set(stay);
  let left = most;
  return choices.filter(({ id, label }) => {
    const isMatch = left > 0 && label.toLocaleLowerCase().includes(words);
    if (isMatch) left -= 1;
    return isMatch || kept.has(id);
  });
}
