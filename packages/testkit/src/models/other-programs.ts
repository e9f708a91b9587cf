// Building models as other programs export them, small: one for each way of writing that has its own traps.
import { globalIdOf } from '@plumbline/server/rendering/engines/ifc/testing/ifc-writer';
import { type Header, IfcFile } from './ifc-file.ts';

type Storey = { id: string; placement: string };

/** A wall with an opening and a column, on one storey called EG. */
export function plainModel(header: Header = {}, more?: (file: IfcFile, storey: Storey) => string | undefined): IfcFile {
  const file = new IfcFile(header);
  const storey = file.storey('storey', 'EG', 0);
  const wall = file.schema === 'IFC2X3' ? 'IFCWALLSTANDARDCASE' : 'IFCWALL';
  const { placement } = storey;
  const one = file.element(wall, 'Wall', placement, file.shape([file.block([0, 0, 0], [5, 0.3, 3])]));
  file.opening('hole', one, placement, [1, -0.5, 0.9], [2, 1, 2.1]);
  const other = file.element(
    'IFCCOLUMN',
    'Column',
    placement,
    file.shape([file.brep([2, 2, 0], [2.3, 2.3, 3])], 'Brep'),
  );
  const added = more?.(file, storey);
  file.contain(storey.id, [one, other, ...(added ? [added] : [])]);
  file.aggregate(file.building, [storey.id]);
  return file;
}

/** The given number of storeys, with a column on each. */
export function tower(storeys: number): IfcFile {
  const file = new IfcFile();
  const ids = Array.from({ length: storeys }, (_, i) => {
    const { id, placement } = file.storey(`storey ${i}`, `Level ${i}`, 3 * i);
    const column = file.element('IFCCOLUMN', `Column ${i}`, placement, file.shape([file.block([0, 0, 0], [1, 1, 3])]));
    file.contain(id, [column]);
    return id;
  });
  file.aggregate(file.building, ids);
  return file;
}

/** Two storeys of a building services engineer: a duct under the ceiling of each, and nothing below. */
export function ducts(): IfcFile {
  const file = new IfcFile();
  const ids = ['EG', 'OG'].map((name, i) => {
    const { id, placement } = file.storey(name, name, 3 * i);
    const shape = file.shape([file.block([i, 0, 2.5], [i + 4, 0.4, 2.9])]);
    file.contain(id, [file.element('IFCBUILDINGELEMENTPROXY', `Duct ${i}`, placement, shape)]);
    return id;
  });
  file.aggregate(file.building, ids);
  return file;
}

/** A column and no storey; `height` appears only in its shape. */
export function withoutStoreys(height: number, type = 'IFCCOLUMN'): IfcFile {
  const file = new IfcFile({ building: 'Hall' });
  const shape = file.shape([file.block([0, 0, height], [6, 4, height + 3])]);
  file.contain(file.building, [file.element(type, 'Column', file.buildingPlacement, shape)]);
  return file;
}

/** An element of mapped items, the second at twice the size. */
export function mappedItems(): IfcFile {
  return plainModel({}, (file, { placement }) => {
    const shape = `IFCSHAPEREPRESENTATION(${file.body},'Body','SweptSolid',(${file.block([0, 0, 0], [1, 1, 1])}))`;
    const map = file.add(`IFCREPRESENTATIONMAP(${file.axis([0, 0, 0])},${file.add(shape)})`);
    const item = (x: number, scale: number) => {
      const to = file.add(`IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,${file.point(x, 0, 0)},${scale}.,$)`);
      return file.add(`IFCMAPPEDITEM(${map},${to})`);
    };
    const both = file.shape([item(0, 1), item(4, 2)], 'MappedRepresentation');
    return file.element('IFCBUILDINGELEMENTPROXY', 'Repeated', placement, both, [10, 10, 0]);
  });
}

/** A plain model with one more element, whose shape `shape` creates. */
export const withShape = (shape: (file: IfcFile) => string): IfcFile =>
  plainModel({}, (file, { placement }) => file.element('IFCCOLUMN', 'Odd', placement, shape(file), [7, 7, 0]));

const extrusion = (file: IfcFile, profile: string) =>
  file.shape([
    file.add(`IFCEXTRUDEDAREASOLID(${profile},${file.axis([0, 0, 0])},${file.add('IFCDIRECTION((0.,0.,1.))')},1.)`),
  ]);

export const BROKEN_SHAPES: Readonly<Record<string, (file: IfcFile) => string>> = {
  'a shape that is not in the file': () => '#99999',
  'a shape of something that is not in the file': (file) => file.shape(['#99999']),
  'an outline of one point': (file) =>
    extrusion(
      file,
      file.add(`IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${file.add(`IFCPOLYLINE((${file.point(0, 0)}))`)})`),
    ),
  'words for numbers': (file) => file.shape([file.add("IFCEXTRUDEDAREASOLID('a','b','c','d')")]),
  'a solid of nothing': (file) => file.shape([file.add('IFCADVANCEDBREP($)')]),
  'a place beyond the sun': (file) => file.shape([file.block([0, 0, 0], [1e30, 1e30, 1e30])]),
};

/**
 * A file in which an entity refers to itself: `make` gets its id and returns the line that replaces the placeholder
 * `X`.
 */
function circular(make: (file: IfcFile, self: string, storey: Storey) => { line: string; element: string }): string {
  let line = '';
  let self = '';
  const file = plainModel({}, (one, storey) => {
    self = one.add('X');
    const created = make(one, self, storey);
    line = created.line;
    return created.element;
  });
  return file.text.replace(`${self}=X;`, `${self}=${line};`);
}

export const CIRCLES: Readonly<Record<string, () => string>> = {
  'a boolean of itself': () =>
    circular((file, self, { placement }) => ({
      line: `IFCBOOLEANRESULT(.DIFFERENCE.,${self},${file.block([0, 0, 0], [1, 1, 1])})`,
      element: file.element('IFCCOLUMN', 'Odd', placement, file.shape([self])),
    })),
  'a map of itself': () =>
    circular((file, self, { placement }) => {
      const shape = file.add(`IFCSHAPEREPRESENTATION(${file.body},'Body','MappedRepresentation',(${self}))`);
      const map = file.add(`IFCREPRESENTATIONMAP(${file.axis([0, 0, 0])},${shape})`);
      const to = file.add(`IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,${file.point(0, 0, 0)},1.,$)`);
      return {
        line: `IFCMAPPEDITEM(${map},${to})`,
        element: file.element('IFCCOLUMN', 'Odd', placement, file.shape([self])),
      };
    }),
  'a property of itself': () =>
    circular((file, self, { placement }) => {
      const element = file.element('IFCCOLUMN', 'Odd', placement, file.shape([file.block([0, 0, 0], [1, 1, 1])]));
      const set = file.add(`IFCPROPERTYSET('${globalIdOf('set')}',$,'Set',$,(${self}))`);
      file.add(`IFCRELDEFINESBYPROPERTIES('${globalIdOf('defines')}',$,$,$,(${element}),${set})`);
      return { line: `IFCCOMPLEXPROPERTY('Deep',$,'Use',(${self},${self},${self}))`, element };
    }),
  'an element that is its own hole': () =>
    plainModel({}, (file, { placement }) => {
      const element = file.element('IFCCOLUMN', 'Odd', placement, file.shape([file.block([0, 0, 0], [1, 1, 1])]));
      file.add(`IFCRELVOIDSELEMENT('${globalIdOf('void')}',$,$,$,${element},${element})`);
      return element;
    }).text,
};
