// The relationships of one part: those of the template and those to added images.
import { posix } from 'node:path';
import { serializeXml, type XmlElement } from '../../../../office/xml.ts';

const EMPTY = 'http://schemas.openxmlformats.org/package/2006/relationships';

export class PartRelations {
  private readonly part: string;
  private readonly tree: XmlElement | undefined;
  private readonly added = new Map<string, { id: string; type: string }>();
  private readonly taken: ReadonlySet<string>;

  constructor(part: string, tree: XmlElement | undefined) {
    this.part = part;
    this.tree = tree;
    const known = (tree?.children ?? []).map((child) =>
      typeof child === 'string' ? '' : (child.attributes.get('Id') ?? ''),
    );
    this.taken = new Set(known);
  }

  /** The id by which the part refers to this file; the same file always gets the same id. */
  add(path: string, type: string): string {
    const target = posix.relative(posix.dirname(this.part), path);
    const known = this.added.get(target);
    if (known) return known.id;
    let number = this.added.size + 1;
    while (this.taken.has(`picture${number}`)) number += this.taken.size;
    const id = `picture${number}`;
    this.added.set(target, { id, type });
    return id;
  }

  /** The finished list; undefined if the part has no relationships. */
  xml(): string | undefined {
    if (!this.tree && this.added.size === 0) return undefined;
    const root = this.tree ?? { name: 'Relationships', attributes: new Map([['xmlns', EMPTY]]), children: [] };
    const prefix = root.name.includes(':') ? `${root.name.split(':')[0]}:` : '';
    const added = [...this.added].map(([target, { id, type }]) => ({
      name: `${prefix}Relationship`,
      attributes: new Map([
        ['Id', id],
        ['Type', type],
        ['Target', target],
      ]),
      children: [],
    }));
    return serializeXml({ ...root, children: [...root.children, ...added] });
  }
}
