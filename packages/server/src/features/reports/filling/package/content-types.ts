// The list that tells readers of a Word file which type each of its files has.
import { childElements, serializeXml, type XmlElement } from './xml-tree.ts';

/** The list with these types for these endings, where it has none for them yet. */
export function withTypes(types: XmlElement, wanted: Readonly<Record<string, string>>): string {
  const known = new Set(childElements(types).map((one) => one.attributes.get('Extension')?.toLowerCase()));
  const prefix = types.name.includes(':') ? `${types.name.split(':')[0]}:` : '';
  const added = Object.entries(wanted)
    .filter(([ending]) => !known.has(ending))
    .map(([ending, type]) => ({
      name: `${prefix}Default`,
      attributes: new Map([
        ['Extension', ending],
        ['ContentType', type],
      ]),
      children: [],
    }));
  return serializeXml({ ...types, children: [...added, ...types.children] });
}
