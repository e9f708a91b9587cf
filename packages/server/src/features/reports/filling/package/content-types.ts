// The content types of a Word file: the list that gives the type of each of its parts.
import { childElements, serializeXml, type XmlElement } from '../../../../office/xml.ts';

/**
 * The list with these types added for file extensions it lacks; `parts` are single parts with their own type, `dropped`
 * those that were removed.
 */
export function withTypes(
  types: XmlElement,
  requested: Readonly<Record<string, string>>,
  parts: ReadonlyMap<string, string> = new Map(),
  dropped: ReadonlySet<string> = new Set(),
): string {
  const known = new Set(childElements(types).map((element) => element.attributes.get('Extension')?.toLowerCase()));
  const prefix = types.name.includes(':') ? `${types.name.split(':')[0]}:` : '';
  const added = Object.entries(requested)
    .filter(([ending]) => !known.has(ending))
    .map(([ending, type]) => ({
      name: `${prefix}Default`,
      attributes: new Map([
        ['Extension', ending],
        ['ContentType', type],
      ]),
      children: [],
    }));
  const overrides = [...parts].map(([part, type]) => ({
    name: `${prefix}Override`,
    attributes: new Map([
      ['PartName', `/${part}`],
      ['ContentType', type],
    ]),
    children: [],
  }));
  const kept = types.children.filter(
    (child) => typeof child === 'string' || !dropped.has(child.attributes.get('PartName')?.slice(1) ?? ''),
  );
  return serializeXml({ ...types, children: [...added, ...kept, ...overrides] });
}
