// How the parts of a Word or Excel file refer to each other.
import { posix } from 'node:path';
import { childElements, type XmlElement } from '../../../../office/xml.ts';

export type Relation = { id: string; type: string; target: string; external: boolean };

/** The parts that a part refers to: their kind, such as `drawing`, and their names. */
export function relatedTo(
  trees: ReadonlyMap<string, XmlElement>,
  part: string,
): { id: string; kind: string; part: string }[] {
  return relationsOf(trees, part)
    .filter((one) => !one.external)
    .map(({ id, type, target }) => ({
      id,
      kind: type.split('/').at(-1) ?? '',
      part: targetOf(part, target),
    }));
}

/** The part that a relationship of this part names. */
export const targetOf = (part: string, target: string): string =>
  target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target);

/** The part whose relationships are listed under this name. */
export const sourceOf = (name: string): string =>
  posix.join(posix.dirname(posix.dirname(name)), posix.basename(name, '.rels'));

/** The name of the part that lists a part's relationships. */
export function relationsName(part: string): string {
  return part === '' ? '_rels/.rels' : posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
}

/** The relationships of a part, external ones included. */
export function relationsOf(trees: ReadonlyMap<string, XmlElement>, part: string): Relation[] {
  const tree = trees.get(relationsName(part));
  return tree ? readRelations(tree) : [];
}

export function readRelations(tree: XmlElement): Relation[] {
  return childElements(tree).map(({ attributes }) => ({
    id: attributes.get('Id') ?? '',
    type: attributes.get('Type') ?? '',
    target: attributes.get('Target') ?? '',
    external: attributes.get('TargetMode') === 'External',
  }));
}
