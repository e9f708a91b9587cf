// Mentions in a text: finding the query while typing, inserting a name, and finding names when reading. Pure.

export type MentionTarget = { userId: string; name: string };

/** Longest query that is looked up. */
const MAX_QUERY_LENGTH = 40;

/** The text between the @ and the caret; undefined when no mention is being typed. */
export function queryAt(text: string, caret: number): string | undefined {
  const before = text.slice(Math.max(0, caret - MAX_QUERY_LENGTH), caret);
  // An @ inside a word belongs to an email address, not to a mention.
  return /(?:^|[\s([{"„“'])@([\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]*)?)$/u.exec(before)?.[1];
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** People whose first or last name starts with the query, at most `most`. */
export function matching(people: readonly MentionTarget[], query: string, most = 6): MentionTarget[] {
  const requested = plain(query);
  return people
    .filter(
      ({ name }) =>
        plain(name).startsWith(requested) || name.split(' ').some((part) => plain(part).startsWith(requested)),
    )
    .slice(0, most);
}

/** The text with the typed query replaced by the name, and the new caret position. */
export function inserted(text: string, caret: number, name: string): { text: string; caret: number } {
  const start = caret - (queryAt(text, caret)?.length ?? 0);
  const after = text.slice(caret);
  const put = `${name}${/^\s/u.test(after) ? '' : ' '}`;
  return { text: text.slice(0, start) + put + after, caret: start + name.length + 1 };
}

/** The ids of the people mentioned in the text. */
export function mentionsIn(text: string, people: readonly MentionTarget[]): string[] {
  return people.filter(({ name }) => name !== '' && text.includes(`@${name}`)).map(({ userId }) => userId);
}

/** The text split into pieces; mentions carry the id of their user. */
export function pieces(text: string, people: readonly MentionTarget[]): { text: string; userId?: string }[] {
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
