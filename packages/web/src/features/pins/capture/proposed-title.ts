// The title proposed for a pin captured on site: its category and place. Pure.

const MAX_TITLE = 200;

/** “Drywall, First floor”; empty without a category. */
export function proposedTitle(category: string | undefined, place: string | undefined): string {
  if (!category) return '';
  return [category, place].filter(Boolean).join(', ').slice(0, MAX_TITLE);
}

/** Whether a title may be replaced by another proposal: it is empty, or one of the proposals itself. */
export const isProposedTitle = (
  title: string,
  categories: readonly { title: string }[],
  place: string | undefined,
): boolean => title === '' || categories.some((category) => proposedTitle(category.title, place) === title);
