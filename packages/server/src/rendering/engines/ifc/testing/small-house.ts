// A two-storey house for tests: four walls per storey, a door, a window, a slab, a room, a column.
import type { Block, IfcBuilding, IfcElement, IfcStorey } from './ifc-writer.ts';

const box = (x0: number, y0: number, x1: number, y1: number, from: number, to: number): Block => ({
  ring: [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ],
  from,
  to,
});

const GREY = [0.8, 0.8, 0.78, 1] as const;

const element = (type: string, key: string, name: string, blocks: Block[]): IfcElement => ({
  type,
  key,
  name,
  blocks,
  colour: type === 'IFCWINDOW' ? [0.6, 0.8, 0.9, 0.4] : GREY,
  properties: { Reference: name, IsExternal: true, FireRating: 'F 90' },
});

export type House = {
  /** Position of the column on the lower floor; null: removed. */
  column?: readonly [number, number] | null;
  /** Length of the house in metres beyond ten. */
  longer?: number;
  at?: readonly [number, number, number];
};

/** Ten by eight metres, with 30 cm walls and three-metre storeys. */
export function smallHouse({ column = [5, 4], longer = 0, at }: House = {}): IfcBuilding {
  const length = 10 + longer;
  const storey = (key: string, name: string, elevation: number): IfcStorey => ({
    key,
    name,
    elevation,
    elements: [
      element('IFCSLAB', `${key} slab`, 'Slab', [box(0, 0, length, 8, -0.25, 0)]),
      // The blocks of the south wall leave a gap for the door.
      element('IFCWALL', `${key} south`, 'South wall', [
        box(0, 0, 3, 0.3, 0, 2.7),
        box(4, 0, length, 0.3, 0, 2.7),
        box(3, 0, 4, 0.3, 2.1, 2.7),
      ]),
      element('IFCWALL', `${key} north`, 'North wall', [box(0, 7.7, length, 8, 0, 2.7)]),
      element('IFCWALL', `${key} west`, 'West wall', [box(0, 0.3, 0.3, 7.7, 0, 2.7)]),
      element('IFCWALL', `${key} east`, 'East wall', [box(length - 0.3, 0.3, length, 7.7, 0, 2.7)]),
      element('IFCDOOR', `${key} door`, 'Door', [box(3, 0.1, 4, 0.15, 0, 2.1)]),
      element('IFCFURNITURE', `${key} table`, 'Table', [box(6, 5, 8, 6, 0, 0.75)]),
    ],
    rooms: [
      {
        key: `${key} room`,
        number: name === 'Ground floor' ? '0.01' : '1.01',
        name: 'Workshop',
        ring: [
          [0.3, 0.3],
          [length - 0.3, 0.3],
          [length - 0.3, 7.7],
          [0.3, 7.7],
        ],
        height: 2.7,
      },
    ],
  });
  const ground = storey('ground', 'Ground floor', 0);
  if (column) {
    const created = element('IFCCOLUMN', 'ground column', 'Column 1', [box(-0.2, -0.2, 0.2, 0.2, 0, 2.7)]);
    ground.elements.push({ ...created, at: column });
  }
  return {
    key: 'small house',
    name: 'Small house',
    ...(at && { at }),
    storeys: [ground, storey('upper', 'Upper floor', 3)],
  };
}
