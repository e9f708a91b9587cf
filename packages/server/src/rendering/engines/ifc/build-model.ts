// Converts an IFC file to a model file and the drawings of its storeys. Runs in its own process, because the parser may
// hang, crash or exhaust memory. Jobs go through rendering/render.ts.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Box } from '@plumbline/core/features/models/pack';
import type { DrawingFrame } from '@plumbline/core/site/geometry/drawing-frame';
import type { ModelLocation } from '@plumbline/core/site/geometry/model-location';
import { type FlatMesh, IFCOPENINGELEMENT, IFCOPENINGSTANDARDCASE, IFCSPACE, IfcAPI, LogLevel } from 'web-ifc';
import { asRenderError, RenderError } from '../../render-error.ts';
import type { RenderProgress } from '../../results.ts';
import { Collector, type Limits, REINFORCEMENT } from './collector.ts';
import { type Note, noteCurrentElement } from './current-element.ts';
import { asUtf8 } from './encoding.ts';
import { sheetFor, writeDrawings } from './geometry/storey-drawing.ts';
import { sweepWholeCurves } from './geometry/sweep-whole-curves.ts';
import { locatedAt, locationOf } from './georeference.ts';
import { idsOfType } from './ifc-entities.ts';
import { requireNoReferenceCycles } from './reference-cycles.ts';
import { scanStep, schemaOf } from './scan-step.ts';
import { Structure } from './structure.ts';
import { unzipIfc } from './unzip-ifc.ts';
import { PackWriter } from './write-pack.ts';

export type BuiltStorey = {
  readonly globalId: string;
  readonly name: string;
  readonly elevation: number;
  /** The page that shows the storey, counted from 1; null if the storey is empty. */
  readonly page: number | null;
  /** Its rooms; the outlines in metres, x and y in turn. */
  readonly rooms: readonly { readonly name: string; readonly outline: readonly number[] }[];
};

export type BuiltModel = {
  readonly pack: string;
  /** Null if no storey has anything to draw. */
  readonly drawing: string | null;
  readonly origin: readonly [number, number, number];
  readonly storeys: readonly BuiltStorey[];
  readonly frame: DrawingFrame;
  readonly widthPt: number;
  readonly heightPt: number;
  readonly scale: number;
  readonly elements: number;
  readonly triangles: number;
  /** Number of elements whose shape could not be built. */
  readonly leftOut: number;
  /** The georeference in the file. */
  readonly located: ModelLocation | null;
};

export type BuildOptions = {
  readonly limits?: Limits;
  /** Elements, by their express ids, that crashed an earlier attempt. */
  readonly leaveOut?: readonly number[];
};

const MODEL_LIMITS: Limits = { triangles: 20_000_000, elements: 1_000_000 };

/** Drafts such as IFC4RC4 are not read. */
const KNOWN_SCHEMA = /^IFC(?:2X3|4|4X3)(?:_\w+)?$/iu;
/** Interval of progress reports. */
const PROGRESS_INTERVAL_MS = 300;
/** Distance from the origin in metres beyond which positions in single precision would visibly jitter. */
const MAX_ORIGIN_DISTANCE_M = 2_000;

export async function buildModel(
  path: string,
  name: string,
  folder: string,
  onProgress: RenderProgress,
  { limits = MODEL_LIMITS, leaveOut = [] }: BuildOptions = {},
): Promise<BuiltModel> {
  const plain = await plainFile(path, folder);
  onProgress('pdfConversion', 0.05);
  const api = new IfcAPI();
  await api.Init();
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF);
  const model = open(api, plain);
  onProgress('pdfConversion', 0.2);
  const structure = new Structure(api, model, name);
  const pack = new PackWriter(join(folder, 'model.pack'));
  const location = locationOf(api, model, structure);
  const collector = new Collector(api, model, structure, pack, limits);
  const mesher = new Mesher(api, model, noteCurrentElement(folder), new Set(leaveOut));
  reading(() => {
    sweepWholeCurves(api, model);
    const ids = elementsOf(api, model);
    let reported = performance.now();
    ids.forEach((id, index) => {
      if (!collector.isFull) mesher.mesh(id, (mesh) => collector.add(mesh));
      else collector.lost++;
      if (performance.now() - reported < PROGRESS_INTERVAL_MS) return;
      reported = performance.now();
      onProgress('pdfConversion', 0.2 + (0.55 * index) / ids.length);
    });
    onProgress('pdfConversion', 0.75);
    collector.settle();
    if (collector.elements > 0)
      for (const id of idsOfType(api, model, IFCSPACE)) mesher.mesh(id, (mesh) => collector.addRoom(mesh));
  });
  mesher.end();
  api.CloseModel(model);
  const { box, extent } = collector;
  if (!box || !extent) throw new RenderError('model_empty', 'pdfConversion', 'no element has a shape');
  onProgress('pdfConversion', 0.8);
  const origin = originFor(box);
  collector.writeStoreys(origin);
  pack.finish(origin, { min: minus(box.min, origin), max: minus(box.max, origin) });
  onProgress('pdfConversion', 0.9);
  const sheet = sheetFor(extent);
  const drawn = collector.drawings();
  const drawing = drawn.some((one) => one) ? join(folder, 'storeys.pdf') : null;
  if (drawing)
    await writeDrawings(
      drawing,
      drawn.flatMap((one) => one ?? []),
      sheet,
      name.replace(/\.[^.]*$/u, ''),
    );
  let page = 0;
  const { floors } = collector;
  const storeys = structure.storeys.map(({ globalId, name: storeyName }, i) => ({
    globalId,
    name: storeyName,
    elevation: floors[i] ?? 0,
    page: drawn[i] ? ++page : null,
    rooms: (drawn[i]?.rooms ?? []).map((room) => ({
      name: [room.name, room.number === room.name ? '' : room.number].filter(Boolean).join(' '),
      outline: room.outline,
    })),
  }));
  const { frame, widthPt, heightPt, scale } = sheet;
  const { elements, triangles } = collector;
  return {
    pack: join(folder, 'model.pack'),
    drawing,
    origin,
    storeys,
    frame,
    widthPt,
    heightPt,
    scale,
    elements,
    triangles,
    leftOut: mesher.leftOut + collector.lost,
    located: locatedAt(location, frame.left + frame.widthM / 2, frame.top - frame.heightM / 2),
  };
}

/** Prepares the file for the parser: decompressed, in UTF-8, and checked for syntax. */
async function plainFile(path: string, folder: string): Promise<string> {
  const plain = await asUtf8(await unzipIfc(path, folder), folder);
  const scanned = scanStep(plain);
  requireNoReferenceCycles(plain, scanned);
  return scanned.oldBytes ? asUtf8(plain, folder, 'windows-1252') : plain;
}

/** After these errors nothing the parser returns is reliable. */
const ENDS_ALL = ['RuntimeError', 'RangeError'];

class Mesher {
  readonly #api: IfcAPI;
  readonly #model: number;
  readonly #leaveOut: ReadonlySet<number>;
  readonly #note: Note;
  leftOut = 0;

  constructor(api: IfcAPI, model: number, note: Note, leaveOut: ReadonlySet<number>) {
    this.#api = api;
    this.#model = model;
    this.#leaveOut = leaveOut;
    this.#note = note;
  }

  /** Skips and counts an element whose shape cannot be built; the others are not affected. */
  mesh(id: number, take: (mesh: FlatMesh) => void): void {
    if (this.#leaveOut.has(id)) {
      this.leftOut++;
      return;
    }
    this.#note.write(id);
    try {
      this.#api.StreamMeshes(this.#model, [id], take);
    } catch (error) {
      if (error instanceof RenderError || (error instanceof Error && ENDS_ALL.includes(error.name))) throw error;
      this.leftOut++;
    }
  }

  end(): void {
    this.#note.close();
  }
}

/** All elements that may have a shape, except openings and rooms; reinforcement last. */
function elementsOf(api: IfcAPI, model: number): number[] {
  const without = new Set([IFCOPENINGELEMENT, IFCOPENINGSTANDARDCASE, IFCSPACE]);
  const types = api
    .GetAllTypesOfModel(model)
    .map(({ typeID }) => typeID)
    .filter((type) => !without.has(type) && api.IsIfcElement(type));
  const isReinforcement = (type: number) => REINFORCEMENT.test(api.GetNameFromTypeCode(type) ?? '');
  return [...types.filter((type) => !isReinforcement(type)), ...types.filter(isReinforcement)].flatMap((type) =>
    idsOfType(api, model, type),
  );
}

const minus = (point: readonly number[], origin: readonly number[]): number[] =>
  point.map((part, i) => part - (origin[i] ?? 0));

function originFor({ min, max }: Box): [number, number, number] {
  const far = [...min, ...max].some((part) => Math.abs(part) > MAX_ORIGIN_DISTANCE_M);
  const middle = (i: number) => (far ? Math.round(((min[i] ?? 0) + (max[i] ?? 0)) / 2) : 0);
  return [middle(0), middle(1), middle(2)];
}

/** The parser reads in chunks, so the file is never completely in memory. */
function open(api: IfcAPI, path: string): number {
  const file = openSync(path, 'r');
  const { size } = statSync(path);
  try {
    return reading(() => {
      const model = api.OpenModelFromCallback(
        (offset, length) => {
          const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
          return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset));
        },
        { COORDINATE_TO_ORIGIN: false, CIRCLE_SEGMENTS: 16 },
      );
      if (model < 0) throw refused(path);
      return model;
    });
  } finally {
    closeSync(file);
  }
}

/** Input that the parser rejects immediately: an unsupported IFC schema or an invalid header. */
function refused(path: string): RenderError {
  const named = schemaOf(path);
  return named !== undefined && !KNOWN_SCHEMA.test(named)
    ? new RenderError('ifc_schema', 'inspecting', `written as ${named}`)
    : new RenderError('ifc_syntax', 'inspecting', 'the parser refused it');
}

/** Any error of the parser is reported as a damaged file, except for a lack of memory. */
function reading<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const memory = error instanceof Error && /memory|allocat|grow|OOM/iu.test(error.message);
    throw asRenderError(error, memory ? 'memory_limit' : 'ifc_syntax', 'pdfConversion');
  }
}
