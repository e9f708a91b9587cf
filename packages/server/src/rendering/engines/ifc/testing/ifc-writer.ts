// Writes IFC4 files: storeys with elements made of vertical blocks, rooms, colours and property sets. Sufficient for
// the building of the demo project and for buildings in tests.
import { createHash } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$';

/** The global id for a name, always the same. */
export function globalIdOf(name: string): string {
  let bits = BigInt(`0x${createHash('sha256').update(name).digest('hex').slice(0, 32)}`);
  let text = '';
  for (let i = 0; i < 22; i++) {
    text = (DIGITS[Number(bits & 63n)] ?? '0') + text;
    bits >>= 6n;
  }
  return text;
}

type Point = readonly [number, number];
/** A vertical extrusion of a ring of points, in metres above the storey. */
export type Block = { ring: readonly Point[]; from: number; to: number };

export type IfcElement = {
  /** For example `IFCWALL`. */
  type: string;
  /** Unique in the building: the global id is derived from it. */
  key: string;
  name: string;
  blocks: readonly Block[];
  /** Red, green, blue and opacity, from 0 to 1. */
  colour: readonly [number, number, number, number];
  properties?: Readonly<Record<string, string | number | boolean>>;
  /** The position on the storey; blocks are relative to it. */
  at?: readonly [number, number];
};

export type IfcRoom = { key: string; number: string; name: string; ring: readonly Point[]; height: number };
export type IfcStorey = { key: string; name: string; elevation: number; elements: IfcElement[]; rooms: IfcRoom[] };
export type IfcBuilding = { name: string; key: string; at?: readonly [number, number, number]; storeys: IfcStorey[] };

/** Attributes of a type after the eight that all elements have. */
const REST: Record<string, string> = {
  IFCWALL: '.STANDARD.',
  IFCCOLUMN: '.COLUMN.',
  IFCSLAB: '.FLOOR.',
  IFCSTAIR: '.STRAIGHT_RUN_STAIR.',
  IFCFURNITURE: '$',
  IFCDOOR: '2.1,0.9,.DOOR.,.SINGLE_SWING_LEFT.,$',
  IFCWINDOW: '1.5,1.2,.WINDOW.,.SINGLE_PANEL.,$',
  IFCBUILDINGELEMENTPROXY: '$',
};

const real = (value: number): string => {
  const text = String(Math.round(value * 1e6) / 1e6);
  return text.includes('.') || text.includes('e') ? text : `${text}.`;
};

/** A string in STEP encoding: characters outside its alphabet are escaped. */
function quoted(text: string): string {
  const written = [...text].map((sign) => {
    if (sign === "'") return "''";
    if (sign === '\\') return '\\\\';
    const code = sign.codePointAt(0) ?? 63;
    return code < 127 && code > 31 ? sign : `\\X2\\${code.toString(16).toUpperCase().padStart(4, '0')}\\X0\\`;
  });
  return `'${written.join('')}'`;
}

class Lines {
  readonly #lines: string[] = [];
  readonly #once = new Map<string, string>();

  add(text: string): string {
    this.#lines.push(text);
    return `#${this.#lines.length}`;
  }

  /** As `add`, but writes identical text only once. */
  once(text: string): string {
    const known = this.#once.get(text) ?? this.add(text);
    this.#once.set(text, known);
    return known;
  }

  get text(): string {
    return this.#lines.map((line, i) => `#${i + 1}=${line};\n`).join('');
  }
}

type Context = { lines: Lines; body: string; owner: string };

const point = (lines: Lines, ...parts: number[]): string =>
  lines.once(`IFCCARTESIANPOINT((${parts.map(real).join(',')}))`);

function placement(lines: Lines, above: string, ...at: [number, number, number]): string {
  return lines.add(`IFCLOCALPLACEMENT(${above},${lines.once(`IFCAXIS2PLACEMENT3D(${point(lines, ...at)},$,$)`)})`);
}

function blockSolid(lines: Lines, { ring, from, to }: Block): string {
  const first = ring[0] ?? [0, 0];
  const points = [...ring, first].map(([x, y]) => point(lines, x, y)).join(',');
  const profile = lines.add(`IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${lines.add(`IFCPOLYLINE((${points}))`)})`);
  const base = lines.once(`IFCAXIS2PLACEMENT3D(${point(lines, 0, 0, from)},$,$)`);
  const up = lines.once('IFCDIRECTION((0.,0.,1.))');
  return lines.add(`IFCEXTRUDEDAREASOLID(${profile},${base},${up},${real(to - from)})`);
}

function styleOf(lines: Lines, [r, g, b, opacity]: IfcElement['colour']): string {
  const colour = lines.once(`IFCCOLOURRGB($,${real(r)},${real(g)},${real(b)})`);
  const shading = lines.once(`IFCSURFACESTYLESHADING(${colour},${real(1 - opacity)})`);
  return lines.once(`IFCSURFACESTYLE($,.BOTH.,(${shading}))`);
}

function shapeOf({ lines, body }: Context, blocks: readonly Block[], colour?: IfcElement['colour']): string {
  const solids = blocks.map((block) => blockSolid(lines, block));
  if (colour) for (const solid of solids) lines.add(`IFCSTYLEDITEM(${solid},(${styleOf(lines, colour)}),$)`);
  const shape = lines.add(`IFCSHAPEREPRESENTATION(${body},'Body','SweptSolid',(${solids.join(',')}))`);
  return lines.add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${shape}))`);
}

function measure(value: string | number | boolean): string {
  if (typeof value === 'boolean') return `IFCBOOLEAN(${value ? '.T.' : '.F.'})`;
  return typeof value === 'number' ? `IFCREAL(${real(value)})` : `IFCLABEL(${quoted(value)})`;
}

function writeProperties({ lines, owner }: Context, element: IfcElement, written: string): void {
  const entries = Object.entries(element.properties ?? {});
  if (entries.length === 0) return;
  const values = entries.map(([name, value]) =>
    lines.once(`IFCPROPERTYSINGLEVALUE(${quoted(name)},$,${measure(value)},$)`),
  );
  const name = `Pset_${element.type.slice(3, 4)}${element.type.slice(4).toLowerCase()}Common`;
  const set = lines.add(
    `IFCPROPERTYSET('${globalIdOf(`set ${element.key}`)}',${owner},${quoted(name)},$,(${values.join(',')}))`,
  );
  lines.add(`IFCRELDEFINESBYPROPERTIES('${globalIdOf(`defines ${element.key}`)}',${owner},$,$,(${written}),${set})`);
}

function writeElement(context: Context, element: IfcElement, storeyPlacement: string): string {
  const { lines, owner } = context;
  const [x, y] = element.at ?? [0, 0];
  const placed = placement(lines, storeyPlacement, x, y, 0);
  const shape = shapeOf(context, element.blocks, element.colour);
  const rest = REST[element.type];
  if (rest === undefined) throw new TypeError(`${element.type} is not supported by this writer`);
  const written = lines.add(
    `${element.type}('${globalIdOf(element.key)}',${owner},${quoted(element.name)},$,$,${placed},${shape},$,${rest})`,
  );
  writeProperties(context, element, written);
  return written;
}

function writeStorey(context: Context, storey: IfcStorey, buildingPlacement: string): string {
  const { lines, owner } = context;
  const placed = placement(lines, buildingPlacement, 0, 0, storey.elevation);
  const written = lines.add(
    `IFCBUILDINGSTOREY('${globalIdOf(storey.key)}',${owner},${quoted(storey.name)},$,$,${placed},$,$,.ELEMENT.,${real(storey.elevation)})`,
  );
  const elements = storey.elements.map((element) => writeElement(context, element, placed));
  if (elements.length > 0)
    lines.add(
      `IFCRELCONTAINEDINSPATIALSTRUCTURE('${globalIdOf(`in ${storey.key}`)}',${owner},$,$,(${elements.join(',')}),${written})`,
    );
  const rooms = storey.rooms.map(({ key, number, name, ring, height }) => {
    const shape = shapeOf(context, [{ ring, from: 0, to: height }]);
    const at = placement(lines, placed, 0, 0, 0);
    return lines.add(
      `IFCSPACE('${globalIdOf(key)}',${owner},${quoted(number)},$,$,${at},${shape},${quoted(name)},.ELEMENT.,.INTERNAL.,$)`,
    );
  });
  if (rooms.length > 0)
    lines.add(`IFCRELAGGREGATES('${globalIdOf(`rooms ${storey.key}`)}',${owner},$,$,${written},(${rooms.join(',')}))`);
  return written;
}

/** The whole file as text. `time`: the timestamp in its header, ISO 8601. */
export function writeIfc(building: IfcBuilding, time: string): string {
  const lines = new Lines();
  const origin = lines.once(`IFCAXIS2PLACEMENT3D(${point(lines, 0, 0, 0)},$,$)`);
  const whole = lines.add(`IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,${origin},$)`);
  const body = lines.add(`IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Body','Model',*,*,*,*,${whole},$,.MODEL_VIEW.,$)`);
  const units = ['LENGTHUNIT.,$,.METRE', 'AREAUNIT.,$,.SQUARE_METRE', 'VOLUMEUNIT.,$,.CUBIC_METRE'].map((unit) =>
    lines.add(`IFCSIUNIT(*,.${unit}.)`),
  );
  const assignment = lines.add(`IFCUNITASSIGNMENT((${units.join(',')}))`);
  const context: Context = { lines, body, owner: '$' };
  const { key, name } = building;
  const project = lines.add(
    `IFCPROJECT('${globalIdOf(`project ${key}`)}',$,${quoted(name)},$,$,$,$,(${whole}),${assignment})`,
  );
  const [x, y, z] = building.at ?? [0, 0, 0];
  const sitePlacement = placement(lines, '$', x, y, z);
  const site = lines.add(
    `IFCSITE('${globalIdOf(`site ${key}`)}',$,${quoted(name)},$,$,${sitePlacement},$,$,.ELEMENT.,$,$,$,$,$)`,
  );
  const placed = placement(lines, sitePlacement, 0, 0, 0);
  const written = lines.add(
    `IFCBUILDING('${globalIdOf(`building ${key}`)}',$,${quoted(name)},$,$,${placed},$,$,.ELEMENT.,$,$,$)`,
  );
  lines.add(`IFCRELAGGREGATES('${globalIdOf(`sites ${key}`)}',$,$,$,${project},(${site}))`);
  lines.add(`IFCRELAGGREGATES('${globalIdOf(`buildings ${key}`)}',$,$,$,${site},(${written}))`);
  const storeys = building.storeys.map((storey) => writeStorey(context, storey, placed));
  lines.add(`IFCRELAGGREGATES('${globalIdOf(`storeys ${key}`)}',$,$,$,${written},(${storeys.join(',')}))`);
  const head = [
    'ISO-10303-21;',
    'HEADER;',
    "FILE_DESCRIPTION(('ViewDefinition [ReferenceView_V1.2]'),'2;1');",
    `FILE_NAME(${quoted(`${name}.ifc`)},'${time}',(''),(''),'Plumbline','Plumbline','');`,
    "FILE_SCHEMA(('IFC4'));",
    'ENDSEC;',
    'DATA;',
  ];
  return `${head.join('\n')}\n${lines.text}ENDSEC;\nEND-ISO-10303-21;\n`;
}
