// The file of a building model: geometry per storey, properties per page, and an index. Each part is compressed
// separately, so that one range request loads one storey or the properties of one element. Little-endian. Pure.
import { AppError } from '../../kernel/errors.ts';

/** Bytes before the first part: magic number, version, offset of the index (two words) and its length. */
export const PACK_HEAD_BYTES = 20;
const MARK = 0x4d_42_4c_50;
const VERSION = 1;
const WORD = 2 ** 32;

export type PackPart = { readonly offset: number; readonly length: number };
export type Box = { readonly min: readonly number[]; readonly max: readonly number[] };

/** The geometry of one storey. Boxes are in metres from the model's origin; null if the storey is empty. */
export type PackStorey = PackPart & {
  readonly elements: number;
  readonly triangles: number;
  readonly box: Box | null;
};

export type PackIndex = {
  readonly origin: readonly number[];
  readonly box: Box;
  /** In the order of the model's storeys; elements without a storey come last. */
  readonly storeys: readonly PackStorey[];
  /** Properties: a fixed number of elements per page, in order of their numbers. */
  readonly pages: readonly PackPart[];
  readonly perPage: number;
};

export function writePackHead(index: PackPart): Uint8Array {
  const head = new DataView(new ArrayBuffer(PACK_HEAD_BYTES));
  const words = [MARK, VERSION, index.offset % WORD, Math.floor(index.offset / WORD), index.length];
  for (const [i, word] of words.entries()) head.setUint32(4 * i, word, true);
  return new Uint8Array(head.buffer);
}

/** The location of the index. Throws `internal` for any other kind of file. */
export function readPackHead(bytes: Uint8Array): PackPart {
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < PACK_HEAD_BYTES || head.getUint32(0, true) !== MARK || head.getUint32(4, true) !== VERSION)
    throw new AppError('internal');
  return {
    offset: head.getUint32(8, true) + WORD * head.getUint32(12, true),
    length: head.getUint32(16, true),
  };
}

/** An element with geometry, as shown in lists. */
export type PackElement = { readonly globalId: string; readonly type: string; readonly name: string };

/**
 * The unpacked geometry of one storey. A repeated shape is stored once and placed by instances. All positions are in
 * metres: of shapes in their own space, of instances and placements from the model's origin.
 */
export type StoreyGeometry = {
  /** Three numbers per vertex. */
  readonly positions: Float32Array;
  /** Three vertices per triangle, counted within the shape. */
  readonly indices: Uint32Array;
  /** Two vertices per line drawn along sharp edges, counted within the shape. */
  readonly edges: Uint32Array;
  /**
   * Six numbers per shape: first vertex, vertex count, first index, index count, first edge number, edge number count.
   */
  readonly shapes: Uint32Array;
  /** Three numbers per instance: shape, element, colour as 0xAABBGGRR. */
  readonly instances: Uint32Array;
  /** Twelve numbers per instance: three columns, then the translation. */
  readonly matrices: Float32Array;
  readonly elements: readonly PackElement[];
  /** The number of each element in the model, used to find its properties. */
  readonly numbers: Uint32Array;
  /** Twelve numbers per element: the columns of its rotation, then its origin. */
  readonly placements: Float32Array;
};

const COUNTS = 9;

type Columns = readonly (Float32Array | Uint32Array | Uint16Array)[];

/** Code units: two bytes each. */
function textColumn(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

function textOf(units: Uint16Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < units.length; at += 8_192) pieces.push(String.fromCharCode(...units.subarray(at, at + 8_192)));
  return pieces.join('');
}

export function writeStorey(its: StoreyGeometry): Uint8Array {
  const names = JSON.stringify(its.elements.map(({ globalId, type, name }) => [globalId, type, name]));
  const columns: Columns = [
    its.positions,
    its.indices,
    its.edges,
    its.shapes,
    its.instances,
    its.matrices,
    its.numbers,
    its.placements,
    textColumn(names),
  ];
  const size = columns.reduce((sum, column) => sum + column.byteLength, 4 * COUNTS);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 4 * COUNTS;
  for (const [i, column] of columns.entries()) {
    view.setUint32(4 * i, column.length, true);
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength), at);
    at += column.byteLength;
  }
  return bytes;
}

/** Reads what `writeStorey` wrote; the arrays are views of the same bytes, nothing is copied. */
export function readStorey(given: Uint8Array): StoreyGeometry {
  // Views of four-byte numbers must start at a multiple of four.
  const bytes = given.byteOffset % 4 === 0 ? given : given.slice();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = (i: number) => view.getUint32(4 * i, true);
  let at = bytes.byteOffset + 4 * COUNTS;
  const floats = (i: number) => {
    const list = new Float32Array(bytes.buffer, at, count(i));
    at += list.byteLength;
    return list;
  };
  const words = (i: number) => {
    const list = new Uint32Array(bytes.buffer, at, count(i));
    at += list.byteLength;
    return list;
  };
  const positions = floats(0);
  const indices = words(1);
  const edges = words(2);
  const shapes = words(3);
  const instances = words(4);
  const matrices = floats(5);
  const numbers = words(6);
  const placements = floats(7);
  const names = JSON.parse(textOf(new Uint16Array(bytes.buffer, at, count(8)))) as [string, string, string][];
  const elements = names.map(([globalId, type, name]) => ({ globalId, type, name }));
  return { positions, indices, edges, shapes, instances, matrices, elements, numbers, placements };
}

export type PropertySet = { readonly name: string; readonly values: readonly (readonly [string, string])[] };
/** All known properties of one element. */
export type ElementProperties = PackElement & { readonly sets: readonly PropertySet[] };
