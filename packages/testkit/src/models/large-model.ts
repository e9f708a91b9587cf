// Writes a building model of any size piece by piece, as large exports are: mostly points, faces and property values.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { globalIdOf } from '@plumbline/server/features/plans/bim/ifc-writer';
import { IfcFile, real } from './ifc-file.ts';

const PER_STOREY = 2_000;

/** Rings of corners around a barrel: many small faces, as fittings and furniture have them. */
function barrel(add: (text: string) => string, sides: number, rings: number): string {
  const point = (ring: number, side: number) => {
    const [angle, wide] = [(2 * Math.PI * side) / sides, 0.3 + 0.1 * Math.sin((Math.PI * ring) / rings)];
    const at = [wide * Math.cos(angle), wide * Math.sin(angle), (2 * ring) / rings].map(real).join(',');
    return add(`IFCCARTESIANPOINT((${at}))`);
  };
  const grid = Array.from({ length: rings + 1 }, (_, ring) =>
    Array.from({ length: sides }, (_, side) => point(ring, side)),
  );
  const face = (corners: readonly (string | undefined)[]) =>
    add(`IFCFACE((${add(`IFCFACEOUTERBOUND(${add(`IFCPOLYLOOP((${corners.join(',')}))`)},.T.)`)}))`);
  const faces: string[] = [];
  for (let ring = 0; ring < rings; ring++) {
    for (let side = 0; side < sides; side++) {
      const next = (side + 1) % sides;
      faces.push(face([grid[ring]?.[side], grid[ring]?.[next], grid[ring + 1]?.[next], grid[ring + 1]?.[side]]));
    }
  }
  faces.push(face([...(grid[0] ?? [])].reverse()), face(grid[rings] ?? []));
  return add(`IFCFACETEDBREP(${add(`IFCCLOSEDSHELL((${faces.join(',')}))`)})`);
}

/** Writes at least so many bytes; returns how many elements there are. */
export async function writeLargeModel(path: string, bytes: number): Promise<{ elements: number; storeys: number }> {
  const first = new IfcFile({ schema: 'IFC4', program: 'A large export' });
  const start = first.text.replace(/ENDSEC;\nEND-ISO-10303-21;\n$/u, '');
  const out = createWriteStream(path);
  let number = Number(first.add('X').slice(1)) - 1;
  let written = start.length;
  let piece: string[] = [start];
  const add = (text: string) => {
    const line = `#${++number}=${text};\n`;
    written += line.length;
    piece.push(line);
    return `#${number}`;
  };
  const flush = async () => {
    const more = out.write(piece.join(''));
    piece = [];
    if (!more) await once(out, 'drain');
  };
  const storeys: string[] = [];
  let elements = 0;
  while (written < bytes) {
    const level = storeys.length;
    const height = real(3 * level);
    const axis = add(`IFCAXIS2PLACEMENT3D(${add(`IFCCARTESIANPOINT((0.,0.,${height}))`)},$,$)`);
    const placed = add(`IFCLOCALPLACEMENT(${first.buildingPlacement},${axis})`);
    const storey = add(
      `IFCBUILDINGSTOREY('${globalIdOf(`storey ${level}`)}',$,'Level ${level}',$,$,${placed},$,$,.ELEMENT.,${height})`,
    );
    storeys.push(storey);
    const within: string[] = [];
    for (let i = 0; i < PER_STOREY && written < bytes; i++) {
      const key = `element ${level} ${i}`;
      const [x, y] = [(i % 50) * 1.5, Math.floor(i / 50) * 1.5].map(real);
      const at = add(`IFCAXIS2PLACEMENT3D(${add(`IFCCARTESIANPOINT((${x},${y},0.))`)},$,$)`);
      const own = add(`IFCLOCALPLACEMENT(${placed},${at})`);
      const body = add(`IFCSHAPEREPRESENTATION(${first.body},'Body','Brep',(${barrel(add, 12, 6)}))`);
      const shape = add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${body}))`);
      within.push(add(`IFCBUILDINGELEMENTPROXY('${globalIdOf(key)}',$,'${key}',$,$,${own},${shape},$,$)`));
      const values = Array.from({ length: 20 }, (_, n) =>
        add(`IFCPROPERTYSINGLEVALUE('Property ${n}',$,IFCLABEL('Value ${n} of element ${i}'),$)`),
      );
      const set = add(`IFCPROPERTYSET('${globalIdOf(`set ${key}`)}',$,'Pset_Common',$,(${values.join(',')}))`);
      add(`IFCRELDEFINESBYPROPERTIES('${globalIdOf(`defines ${key}`)}',$,$,$,(${within.at(-1)}),${set})`);
      elements++;
      if (piece.length > 20_000) await flush();
    }
    add(`IFCRELCONTAINEDINSPATIALSTRUCTURE('${globalIdOf(`within ${level}`)}',$,$,$,(${within.join(',')}),${storey})`);
  }
  add(`IFCRELAGGREGATES('${globalIdOf('storeys')}',$,$,$,${first.building},(${storeys.join(',')}))`);
  piece.push('ENDSEC;\nEND-ISO-10303-21;\n');
  await flush();
  out.end();
  await finished(out);
  return { elements, storeys: storeys.length };
}
