// The title proposed for a pin captured on site: its category and place. Pure.

const MAX_TITLE = 200;

/** “Drywall, First floor”; only the place without a category. */
export function proposedTitle(category: string | undefined, place: string | undefined): string {
  return [category, place].filter(Boolean).join(', ').slice(0, MAX_TITLE);
}

/** The first line of the first of these texts that is not empty. */
export const firstLine = (texts: readonly string[]): string =>
  (texts.find((text) => text.trim() !== '') ?? '').trim().split('\n', 1)[0]?.trim().slice(0, MAX_TITLE) ?? '';

/** Whether a title may be replaced by another proposal: it is empty, or one of the proposals itself. */
export const isProposedTitle = (
  title: string,
  categories: readonly { title: string }[],
  place: string | undefined,
): boolean =>
  [
    '',
    proposedTitle(undefined, place),
    ...categories.map(({ title: category }) => proposedTitle(category, place)),
  ].includes(title);
