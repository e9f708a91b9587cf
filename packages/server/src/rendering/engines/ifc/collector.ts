// Receives the parser's meshes one by one and keeps what the model file and the drawings need of each.
import { type Box, writeStorey } from '@plumbline/core/features/models/pack';
import { pastedLine } from '@plumbline/core/kernel/pasted-text';
import type { FlatMesh, IfcAPI } from 'web-ifc';
import { RenderError } from '../../render-error.ts';
import { areaOf, joinSegments, place, sectionLines, visibleEdges } from './geometry/cut.ts';
import { Bounds, boxWithoutOutliers, floorOf } from './geometry/extent.ts';
import type { CutKind, Extent, StoreyDrawing } from './geometry/storey-drawing.ts';
import { type Shape, weld } from './geometry/weld.ts';
import { textOf } from './ifc-entities.ts';
import type { Structure } from './structure.ts';
import type { PackWriter } from './write-pack.ts';

export type Limits = { readonly triangles: number; readonly elements: number };

/**
 * Height in metres above the floor at which storeys are cut, where windows and doors are; less if the next floor is
 * near.
 */
const CUT = 1.1;
const CUT_SHARE = 0.6;
/** Edges are drawn from a little below the floor level upwards. */
const DEPTH_BELOW_FLOOR_M = 0.3;
/** Elements further away than this are misplaced, in metres. */
const MAX_DISTANCE_M = 50_000_000;
/** Maximum number of lines of a storey at which a drawing is still readable. */
const MAX_LINES = 250_000;

const SOLID = /Wall|Column|Beam|Slab|Footing|Pile|Roof|Member|Chimney/u;
const LIGHT = /Window|Door|CurtainWall|Plate|Stair|Ramp/u;
export const REINFORCEMENT = /Reinforc|Tendon/u;
/** Terrain and reinforcement are not part of a floor plan. */
const OMITTED_TYPES = /Site|Geographic|Reinforc|Tendon|Annotation|Grid|Virtual|Opening/u;

const cutKindOf = (type: string): CutKind => (LIGHT.test(type) ? 'light' : SOLID.test(type) ? 'solid' : 'plain');

/** The parts of one storey, or of none. */
class StoreyParts {
  readonly shapes = new Map<number, number>();
  readonly instances: number[] = [];
  readonly matrices: number[] = [];
  readonly names: { globalId: string; type: string; name: string }[] = [];
  readonly numbers: number[] = [];
  readonly placements: number[] = [];
  /** Six numbers per element: minimum corner, maximum corner. */
  readonly boxes: number[] = [];
  readonly box = new Bounds();
  triangles = 0;
}

export class Collector {
  readonly #api: IfcAPI;
  readonly #model: number;
  readonly #structure: Structure;
  readonly #pack: PackWriter;
  readonly #limits: Limits;
  readonly #shapes = new Map<number, Shape>();
  readonly #storeys: StoreyParts[];
  #cuts: readonly number[] = [];
  #drawn: StoreyDrawing[] = [];
  #lines: Set<string>[] = [];
  /** Whether terrain is drawn too. */
  #drawsAll = false;
  #all: Box | null = null;
  #ground: Box | null = null;
  elements = 0;
  triangles = 0;
  /** Number of elements at impossible positions, and of reinforcement beyond the limit of triangles. */
  lost = 0;
  /** Reinforcement, which comes last, has reached the limit of triangles: the rest is left out. */
  isFull = false;

  constructor(api: IfcAPI, model: number, structure: Structure, pack: PackWriter, limits: Limits) {
    this.#api = api;
    this.#model = model;
    this.#structure = structure;
    this.#pack = pack;
    this.#limits = limits;
    this.#storeys = [...structure.storeys, undefined].map(() => new StoreyParts());
  }

  /** The bounding box of the building, without elements isolated far from it. */
  get box(): Box | null {
    return this.#all;
  }

  /** The floor levels. If no element lies at the elevation in the file, the elements determine the level. */
  get floors(): readonly number[] {
    return this.#drawn.map((one) => one.elevation);
  }

  /** The extent of the drawings: the building, without the surrounding terrain unless there is only terrain. */
  get extent(): Extent | null {
    const box = this.#ground ?? this.#all;
    if (!box) return null;
    const [minX = 0, minY = 0] = box.min;
    const [maxX = 0, maxY = 0] = box.max;
    return { minX, minY, maxX, maxY };
  }

  add(mesh: FlatMesh): void {
    const line = this.#structure.line(mesh.expressID);
    if (!line) return;
    const type = this.#api.GetNameFromTypeCode(line.type) ?? 'IfcElement';
    const storey = this.#structure.storeyOf(mesh.expressID) ?? this.#structure.storeys.length;
    const parts = this.#storeys[storey];
    if (!parts || type === 'IfcSpace') return;
    if (REINFORCEMENT.test(type) && !this.#hasRoomFor(mesh)) {
      this.isFull = true;
      this.lost++;
      return;
    }
    const element = parts.names.length;
    const count = mesh.geometries.size();
    const bounds = new Bounds();
    let far = false;
    for (let i = 0; i < count; i++) {
      const { geometryExpressID, color, flatTransformation } = mesh.geometries.get(i);
      const shape = this.#shape(geometryExpressID);
      if (shape.indices.length === 0) continue;
      const matrix = upright(flatTransformation);
      const placed = place(shape.positions, matrix);
      if (!placed.every((part) => Math.abs(part) < MAX_DISTANCE_M)) {
        far = true;
        continue;
      }
      this.#requireWithinLimits(shape);
      parts.instances.push(shapeIn(parts, geometryExpressID), element, colourOf(color));
      for (const part of matrix) parts.matrices.push(part);
      parts.triangles += shape.indices.length / 3;
      bounds.take(placed);
    }
    if (far) this.lost++;
    const { box } = bounds;
    if (!box) return;
    parts.box.add(box);
    parts.boxes.push(...box.min, ...box.max);
    const globalId = textOf(line.GlobalId) || `#${mesh.expressID}`;
    const name = textOf(line.Name).slice(0, 200);
    parts.names.push({ globalId, type, name });
    parts.placements.push(...this.#structure.placementOf(line));
    parts.numbers.push(this.#pack.addProperties(this.#structure.propertiesOf(line, type)));
    this.elements++;
  }

  /**
   * Called once all elements are known: computes the extent, the floor levels and the drawings. Rooms are added
   * afterwards.
   */
  settle(): void {
    const all = this.#storeys.flatMap(({ boxes, names }) =>
      names.map(({ type }, i) => ({ type, box: boxes.slice(6 * i, 6 * i + 6) })),
    );
    this.#all = boxWithoutOutliers(all.map((one) => one.box));
    this.#ground = boxWithoutOutliers(all.flatMap(({ type, box }) => (OMITTED_TYPES.test(type) ? [] : [box])));
    const { storeys, withStoreys } = this.#structure;
    const floors = storeys.map(({ elevation }, i) => {
      const next = storeys.slice(i + 1).find((storey) => storey.elevation > elevation + 0.2)?.elevation ?? Infinity;
      const own = withStoreys
        ? (this.#storeys[i]?.boxes ?? [])
        : [...(this.#ground?.min ?? []), ...(this.#ground?.max ?? [])];
      // A building without storeys may stand at any height.
      return floorOf(elevation, withStoreys ? next : elevation, own);
    });
    // A model without walls, such as a road or a bridge, is drawn from above as a whole.
    const fromAbove = !withStoreys && !all.some(({ type }) => SOLID.test(type) || LIGHT.test(type));
    this.#cuts = floors.map((floor) => {
      if (fromAbove) return Infinity;
      const next = Math.min(Infinity, ...floors.filter((one) => one > floor + 0.2));
      return floor + Math.min(CUT, CUT_SHARE * (next - floor));
    });
    this.#drawn = storeys.map(({ name }, i) => ({
      name,
      elevation: floors[i] ?? 0,
      cuts: [],
      visibleLines: [],
      rooms: [],
    }));
    this.#lines = storeys.map(() => new Set());
    for (const parts of this.#storeys) this.#drawParts(parts);
    this.#drawCeilings();
  }

  /** A storey of ducts, pipes or lamps under its ceiling has nothing at the height of the cut: it is drawn from above. */
  #drawCeilings(): void {
    const cuts = this.#cuts;
    this.#drawn.forEach((drawing, i) => {
      const parts = this.#storeys[i];
      if (!parts || isDrawn(drawing)) return;
      this.#cuts = cuts.map((_, at) => (at === i ? Infinity : Number.NaN));
      this.#drawParts(parts);
    });
    this.#cuts = cuts;
    if (this.#drawn.some(isDrawn) || this.#drawsAll) return;
    // A model of nothing but terrain.
    this.#drawsAll = true;
    this.settle();
  }

  /** A room has no shape in the model, but its name is written on the drawing. */
  addRoom(mesh: FlatMesh): void {
    const line = this.#structure.line(mesh.expressID);
    const storey = this.#structure.storeyOf(mesh.expressID);
    const height = storey === undefined ? undefined : this.#cuts[storey];
    if (!line || storey === undefined || height === undefined) return;
    const lines: number[] = [];
    for (let i = 0; i < mesh.geometries.size(); i++) {
      const { geometryExpressID, flatTransformation } = mesh.geometries.get(i);
      const shape = this.#shape(geometryExpressID);
      for (const part of sectionLines(place(shape.positions, upright(flatTransformation)), shape.indices, height))
        lines.push(part);
      this.#shapes.delete(geometryExpressID);
    }
    const ring = joinSegments(lines)
      .filter((path) => path.closed)
      .sort((a, b) => areaOf(b.points) - areaOf(a.points))[0];
    if (!ring) return;
    const [x, y] = middleOf(ring.points);
    const [long, number] = [pastedLine(textOf(line.LongName)), pastedLine(textOf(line.Name))];
    this.#drawn[storey]?.rooms.push({
      name: long || number,
      number: long && number,
      x,
      y,
      area: areaOf(ring.points),
      outline: ring.points,
    });
  }

  writeStoreys(origin: readonly number[]): void {
    for (const parts of this.#storeys) {
      const used = [...parts.shapes.keys()].flatMap((id) => this.#shapes.get(id) ?? []);
      this.#pack.addStorey(packed(parts, used, origin), {
        elements: parts.names.length,
        triangles: parts.triangles,
        box: parts.box.box && {
          min: parts.box.min.map((part, i) => part - (origin[i] ?? 0)),
          max: parts.box.max.map((part, i) => part - (origin[i] ?? 0)),
        },
      });
    }
  }

  /** The drawing of each storey, or null if it is empty. */
  drawings(): (StoreyDrawing | null)[] {
    return this.#drawn.map((one) => (isDrawn(one) ? one : null));
  }

  #shape(id: number): Shape {
    const known = this.#shapes.get(id);
    if (known) return known;
    const geometry = this.#api.GetGeometry(this.#model, id);
    const vertices = this.#api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
    const indices = this.#api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize());
    const shape = weld(vertices, indices, this.#structure.unit);
    geometry.delete();
    this.#shapes.set(id, shape);
    return shape;
  }

  #hasRoomFor({ geometries }: FlatMesh): boolean {
    let triangles = this.triangles;
    for (let i = 0; i < geometries.size(); i++)
      triangles += this.#shape(geometries.get(i).geometryExpressID).indices.length / 3;
    return triangles <= this.#limits.triangles;
  }

  #requireWithinLimits(shape: Shape): void {
    this.triangles += shape.indices.length / 3;
    if (this.triangles <= this.#limits.triangles && this.elements < this.#limits.elements) return;
    throw new RenderError('model_too_large', 'pdfConversion', `more than ${this.#limits.triangles} triangles`);
  }

  #drawParts(parts: StoreyParts): void {
    const shapes = [...parts.shapes.keys()].map((id) => this.#shapes.get(id));
    let rings = new Map<number, number[]>();
    for (let i = 0; i < parts.instances.length; i += 3) {
      const element = parts.instances[i + 1] ?? 0;
      const type = parts.names[element]?.type ?? '';
      const shape = shapes[parts.instances[i] ?? 0];
      if (!shape || (OMITTED_TYPES.test(type) && !this.#drawsAll)) continue;
      this.#draw(shape, place(shape.positions, parts.matrices.slice(4 * i, 4 * i + 12)), rings);
      // The parts of an element are stored consecutively.
      if (parts.instances[i + 4] === element) continue;
      for (const [at, lines] of rings)
        this.#drawn[at]?.cuts.push({ kind: cutKindOf(type), paths: joinSegments(lines) });
      rings = new Map();
    }
  }

  #draw(shape: Shape, placed: Float64Array, rings: Map<number, number[]>): void {
    let [low, high] = [Infinity, -Infinity];
    for (let i = 2; i < placed.length; i += 3) {
      low = Math.min(low, placed[i] ?? 0);
      high = Math.max(high, placed[i] ?? 0);
    }
    this.#cuts.forEach((height, i) => {
      const floor = height === Infinity ? -Infinity : (this.#drawn[i]?.elevation ?? 0);
      if (low <= height && high >= height) {
        const lines = sectionLines(placed, shape.indices, height);
        if (lines.length > 0) rings.set(i, [...(rings.get(i) ?? []), ...lines]);
      }
      if (high >= floor - DEPTH_BELOW_FLOOR_M && low <= height) {
        this.#addVisibleLines(i, visibleEdges(placed, shape.edges, floor - DEPTH_BELOW_FLOOR_M, height));
      }
    });
  }

  #addVisibleLines(storey: number, lines: readonly number[]): void {
    const [visible, known] = [this.#drawn[storey]?.visibleLines, this.#lines[storey]];
    if (!visible || !known) return;
    for (let i = 0; i + 3 < lines.length && known.size < MAX_LINES; i += 4) {
      const ends = [0, 2].map((end) =>
        [0, 1].map((axis) => Math.round((lines[i + end + axis] ?? 0) * 1_000)).join(' '),
      );
      const key = ends.sort().join(' ');
      if (known.has(key)) continue;
      known.add(key);
      for (let part = 0; part < 4; part++) visible.push(lines[i + part] ?? 0);
    }
  }
}

const isDrawn = ({ cuts, visibleLines }: StoreyDrawing): boolean => cuts.length + visibleLines.length > 0;

/** The parser's matrices have y upwards; here z is up, as in the file. */
function upright(m: readonly number[]): number[] {
  const n = (i: number) => m[i] ?? 0;
  return [0, 4, 8, 12].flatMap((column) => [n(column), -n(column + 2), n(column + 1)]);
}

function shapeIn(parts: StoreyParts, id: number): number {
  const known = parts.shapes.get(id);
  if (known !== undefined) return known;
  parts.shapes.set(id, parts.shapes.size);
  return parts.shapes.size - 1;
}

function colourOf({ x, y, z, w }: { x: number; y: number; z: number; w: number }): number {
  const byte = (part: number) => Math.round(255 * Math.min(1, Math.max(0, part)));
  return ((byte(w) << 24) | (byte(z) << 16) | (byte(y) << 8) | byte(x)) >>> 0;
}

/** The centroid of a ring, weighted by area. */
function middleOf(points: readonly number[]): [number, number] {
  let [sum, mx, my] = [0, 0, 0];
  const [ox, oy] = [points[0] ?? 0, points[1] ?? 0];
  for (let i = 0; i < points.length; i += 2) {
    const j = (i + 2) % points.length;
    const [px, py, qx, qy] = [points[i], points[i + 1], points[j], points[j + 1]].map(
      (part, k) => (part ?? 0) - (k % 2 === 0 ? ox : oy),
    ) as [number, number, number, number];
    const cross = px * qy - qx * py;
    sum += cross;
    mx += (px + qx) * cross;
    my += (py + qy) * cross;
  }
  return sum === 0 ? [ox, oy] : [ox + mx / (3 * sum), oy + my / (3 * sum)];
}

function packed(parts: StoreyParts, used: readonly Shape[], origin: readonly number[]): Uint8Array {
  const total = (of: (shape: Shape) => ArrayLike<number>) => used.reduce((sum, shape) => sum + of(shape).length, 0);
  const positions = new Float32Array(total((shape) => shape.positions));
  const indices = new Uint32Array(total((shape) => shape.indices));
  const edges = new Uint32Array(total((shape) => shape.edges));
  const shapes = new Uint32Array(6 * used.length);
  let [vertex, index, edge] = [0, 0, 0];
  used.forEach((shape, i) => {
    positions.set(shape.positions, 3 * vertex);
    indices.set(shape.indices, index);
    edges.set(shape.edges, edge);
    const vertices = shape.positions.length / 3;
    shapes.set([vertex, vertices, index, shape.indices.length, edge, shape.edges.length], 6 * i);
    vertex += vertices;
    index += shape.indices.length;
    edge += shape.edges.length;
  });
  // Columns stay the same; translations are made relative to the origin while they are still in double precision.
  const shifted = (list: readonly number[]) =>
    Float32Array.from(list, (part, i) => (i % 12 < 9 ? part : part - (origin[(i % 12) - 9] ?? 0)));
  return writeStorey({
    positions,
    indices,
    edges,
    shapes,
    instances: Uint32Array.from(parts.instances),
    matrices: shifted(parts.matrices),
    elements: parts.names,
    numbers: Uint32Array.from(parts.numbers),
    placements: shifted(parts.placements),
  });
}
