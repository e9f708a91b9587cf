// An IFC file becomes the model's own file and the drawings of its storeys. Runs in a process of its own: the parser may run away,
// crash or eat memory. Jobs go through rendering/render.ts.
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DrawingFrame } from '@plumbline/core/features/models/frame';
import type { Box } from '@plumbline/core/features/models/pack';
import { type FlatMesh, IFCSPACE, IfcAPI, LogLevel } from 'web-ifc';
import { asRenderError, RenderError } from '../rendering/render-error.ts';
import type { RenderProgress } from '../rendering/results.ts';
import { Collector, type Limits } from './collector.ts';
import { sheetFor, writeDrawings } from './drawing.ts';
import { scanStep } from './scan-step.ts';
import { Structure } from './structure.ts';
import { unzipIfc } from './unzip-ifc.ts';
import { PackWriter } from './write-pack.ts';

export type BuiltStorey = {
  readonly globalId: string;
  readonly name: string;
  readonly elevation: number;
  /** The page that shows it, from 1; null where nothing stands on it. */
  readonly page: number | null;
};

export type BuiltModel = {
  readonly pack: string;
  /** Null where no storey has anything to draw. */
  readonly drawing: string | null;
  readonly origin: readonly [number, number, number];
  readonly storeys: readonly BuiltStorey[];
  readonly frame: DrawingFrame;
  readonly widthPt: number;
  readonly heightPt: number;
  readonly scale: number;
  readonly elements: number;
  readonly triangles: number;
};

export const MODEL_LIMITS: Limits = { triangles: 20_000_000, elements: 1_000_000 };

/** Further from zero than this, positions in single precision would be seen to shake: metres. */
const FAR = 2_000;

export async function buildModel(
  path: string,
  name: string,
  folder: string,
  onProgress: RenderProgress,
  limits: Limits = MODEL_LIMITS,
): Promise<BuiltModel> {
  const plain = await unzipIfc(path, folder);
  scanStep(plain);
  onProgress('pdfConversion', 0.05);
  const api = new IfcAPI();
  await api.Init();
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF);
  const model = open(api, plain);
  onProgress('pdfConversion', 0.2);
  const structure = new Structure(api, model, name);
  const pack = new PackWriter(join(folder, 'model.pack'));
  const collector = new Collector(api, model, structure, pack, limits);
  reading(() => {
    api.StreamAllMeshes(model, (mesh: FlatMesh, index: number, total: number) => {
      collector.add(mesh);
      if (index % 50 === 0) onProgress('pdfConversion', 0.2 + (0.6 * index) / Math.max(1, total));
    });
    if (collector.elements > 0)
      api.StreamAllMeshesWithTypes(model, [IFCSPACE], (mesh: FlatMesh) => collector.addRoom(mesh));
  });
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
  const storeys = structure.storeys.map(({ globalId, name: storeyName, elevation }, i) => ({
    globalId,
    name: storeyName,
    elevation,
    page: drawn[i] ? ++page : null,
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
  };
}

const minus = (point: readonly number[], origin: readonly number[]): number[] =>
  point.map((part, i) => part - (origin[i] ?? 0));

function originFor({ min, max }: Box): [number, number, number] {
  const far = [...min, ...max].some((part) => Math.abs(part) > FAR);
  const middle = (i: number) => (far ? Math.round(((min[i] ?? 0) + (max[i] ?? 0)) / 2) : 0);
  return [middle(0), middle(1), middle(2)];
}

/** The parser reads piece by piece: the file itself is never held whole. */
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
      if (model < 0) throw new RenderError('ifc_syntax', 'inspecting', 'the parser refused it');
      return model;
    });
  } finally {
    closeSync(file);
  }
}

/** Whatever the parser throws at a file is told as its damage, but for want of memory. */
function reading<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const memory = error instanceof Error && /memory|allocat|grow|OOM/iu.test(error.message);
    throw asRenderError(error, memory ? 'memory_limit' : 'ifc_syntax', 'pdfConversion');
  }
}
