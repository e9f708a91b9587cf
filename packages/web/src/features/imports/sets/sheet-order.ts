// The order of the sheets of a set: by number as people count ("A-9" before "A-10"); those without one follow, by name.

export type OrderedSheet = { readonly sheetNumber: string; readonly name: string };

export function sheetOrder(locale: string): (a: OrderedSheet, b: OrderedSheet) => number {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return (a, b) =>
    Number(a.sheetNumber === '') - Number(b.sheetNumber === '') ||
    compare(a.sheetNumber, b.sheetNumber) ||
    compare(a.name, b.name);
}
