// Compares sheet numbers and titles as people do: "A-101", "A101" and "a.101" are the same sheet.

export const sheetNumberKey = (number: string): string =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\d]+/gu, '');

export const sheetTitleKey = (title: string): string =>
  title
    .normalize('NFKC')
    .toLocaleLowerCase('en')
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim();
