// WebAssembly, which Node's type declarations do not include.
import { readFileSync } from 'node:fs';

interface Memory {
  readonly buffer: ArrayBuffer;
}

interface Wasm {
  readonly Memory: new (of: { initial: number; maximum: number }) => Memory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
  instantiate(binary: Uint8Array, imports: object): Promise<{ instance: unknown; module: unknown }>;
}

export const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };

/** A module of ours, compiled when it is first needed. */
export function lazyModule(path: URL): () => object {
  let module: object | undefined;
  return () => {
    module ??= new wasm.Module(readFileSync(path));
    return module;
  };
}
