// People named in a text by an @: found while it is written, put in, and found again when it is read. Pure.

export type Named = { userId: string; name: string };

/** Longest name that is looked for. */
const MOST = 40;

/** What is written after the @ before the caret; undefined where no name is being written. */
export function queryAt(text: string, caret: number): string | undefined {
  const before = text.slice(Math.max(0, caret - MOST), caret);
  // An @ within a word is an address, not a person.
  return /(?:^|[\s([{"„“'])@([\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]*)?)$/u.exec(before)?.[1];
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** People whose first or last name begins so, a few. */
export function matching(people: readonly Named[], query: string, most = 6): Named[] {
  const wanted = plain(query);
  return people
    .filter(
      ({ name }) => plain(name).startsWith(wanted) || name.split(' ').some((part) => plain(part).startsWith(wanted)),
    )
    .slice(0, most);
}

/** The text with the name put in for what was written of it, and where the caret stands then. */
export function inserted(text: string, caret: number, name: string): { text: string; caret: number } {
  const start = caret - (queryAt(text, caret)?.length ?? 0);
  const after = text.slice(caret);
  const put = `${name}${/^\s/u.test(after) ? '' : ' '}`;
  return { text: text.slice(0, start) + put + after, caret: start + name.length + 1 };
}

/** Those of the people whom the text names. */
export function mentionsIn(text: string, people: readonly Named[]): string[] {
  return people.filter(({ name }) => name !== '' && text.includes(`@${name}`)).map(({ userId }) => userId);
}

/** The text in pieces; those that name one of the people say whom. */
export function pieces(text: string, people: readonly Named[]): { text: string; userId?: string }[] {
  const byLength = people.filter(({ name }) => name !== '').toSorted((a, b) => b.name.length - a.name.length);
  const found: { text: string; userId?: string }[] = [];
  let rest = text;
  while (rest !== '') {
    const places = byLength
      .map((one) => ({ ...one, at: rest.indexOf(`@${one.name}`) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at);
    const [next] = places;
    if (!next) return [...found, { text: rest }];
    if (next.at > 0) found.push({ text: rest.slice(0, next.at) });
    found.push({ text: `@${next.name}`, userId: next.userId });
    rest = rest.slice(next.at + next.name.length + 1);
  }
  return found;
}
