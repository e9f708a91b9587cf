// PDFium as WebAssembly: loaded once per process, with a memory limit. Knows nothing of plans.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { wasm } from '../web-assembly.ts';
import { provideSubstituteFonts } from './font-substitution.ts';

export type Pdfium = WrappedPdfiumModule;

interface Imports {
  readonly env?: { emscripten_resize_heap?: (size: number) => number };
}

let refusals = 0;
let loaded: Promise<Pdfium> | undefined;

/** The only PDFium of this process. Its heap never grows beyond `heapLimit` bytes: larger allocations fail. */
export function loadPdfium(heapLimit: number): Promise<Pdfium> {
  loaded ??= start(heapLimit);
  return loaded;
}

async function start(heapLimit: number): Promise<Pdfium> {
  const binary = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
  const overrides = {
    print: () => undefined,
    printErr: () => undefined,
    instantiateWasm: (imports: Imports, done: (instance: unknown, module: unknown) => void) => {
      limitMemory(imports, heapLimit);
      void wasm.instantiate(binary, imports).then(({ instance, module }) => done(instance, module));
      return {};
    },
  };
  // The type of the overrides lacks the runtime hooks used here.
  const pdfium = await init(overrides as unknown as Parameters<typeof init>[0]);
  pdfium.PDFiumExt_Init();
  provideSubstituteFonts(pdfium);
  return pdfium;
}

function limitMemory({ env }: Imports, heapLimit: number): void {
  const grow = env?.emscripten_resize_heap;
  if (!env || !grow) throw new Error('PDFium offers no way to limit its memory');
  env.emscripten_resize_heap = (size) => {
    if (size >>> 0 <= heapLimit) return grow(size);
    refusals++;
    return 0;
  };
}

/**
 * Number of allocations PDFium was refused. It then traps, or omits what it had no room for and continues as if nothing
 * were missing: after drawing, check whether this number has grown.
 */
export function isOutOfMemory(): number {
  return refusals;
}

/** PDFium's heap; get it again after each call, because growing replaces it. */
export function memoryOf({ pdfium }: Pdfium): Uint8Array {
  // The package's types depend on emscripten's, which are not installed.
  return (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
}

/** `size` bytes of PDFium's heap, not cleared, for WebAssembly that shares it. */
export function reserve(pdfium: Pdfium, size: number): { memory: PdfiumExports['memory']; at: number; free(): void } {
  const at = allocateUnset(pdfium, size);
  return { memory: exportsOf(pdfium).memory, at, free: () => pdfium.pdfium.wasmExports.free(at) };
}

/** Runs `work` with `size` bytes of PDFium's heap, zeroed, and frees them. */
export function withMemory<T>(pdfium: Pdfium, size: number, work: (pointer: number) => T): T {
  const pointer = allocate(pdfium, size);
  try {
    return work(pointer);
  } finally {
    pdfium.pdfium.wasmExports.free(pointer);
  }
}

export function allocate(pdfium: Pdfium, size: number): number {
  const pointer = allocateUnset(pdfium, size);
  memoryOf(pdfium).fill(0, pointer, pointer + size);
  return pointer;
}

/** Allocates memory without clearing it. */
export function allocateUnset({ pdfium }: Pdfium, size: number): number {
  const pointer = pdfium.wasmExports.malloc(size);
  if (pointer === 0) throw new Error('out of memory');
  return pointer;
}

/** Reads numbers from PDFium's heap, faster than the package does; see `direct`. */
export function heapReader(pdfium: Pdfium): Record<'float' | 'double', (at: number) => number> {
  let memory = memoryOf(pdfium);
  let view = new DataView(memory.buffer);
  const current = (): DataView => {
    // Growing detaches the memory.
    if (memory.length === 0) {
      memory = memoryOf(pdfium);
      view = new DataView(memory.buffer);
    }
    return view;
  };
  return {
    float: (at) => current().getFloat32(at, true),
    double: (at) => current().getFloat64(at, true),
  };
}

type Frequent = `FPDFText_Get${'Unicode' | 'CharBox' | 'TextObject' | 'Matrix' | 'FontSize'}` | 'FPDFTextObj_GetFont';
type OfNumbers = (...numbers: readonly number[]) => number;

/** The bare function: through the package's wrappers, calls for each character of a sheet take many times as long. */
export function direct(pdfium: Pdfium, name: Frequent): OfNumbers {
  const found = exportsOf(pdfium)[name] as OfNumbers | undefined;
  if (!found) throw new TypeError(`PDFium has no ${name}`);
  return found;
}

export interface PdfiumExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly [name: string]: unknown;
}

/** The bare functions and the memory, of which the package's types declare only a few, for WebAssembly that uses them. */
export const exportsOf = ({ pdfium }: Pdfium): PdfiumExports => pdfium.wasmExports as unknown as PdfiumExports;
