// Cuts the start of the app into files that run in separate tasks (src/app/run-pieces.ts): run as one file, it would keep
// the page from reacting for a tenth of a second.
import type { Plugin } from 'vite';

/** Characters before minification. More pieces would run shorter, but compress worse. */
const PIECE = 370_000;

/** `imports`: indexes of the modules that this one imports. */
export type Module = { id: string; size: number; imports: readonly number[] };

/**
 * Cuts modules, in the order in which they run, into pieces of about `PIECE` characters. A piece needs only those before
 * it: no cut is made between a module and one that it needs later.
 */
export function cut(modules: readonly Module[], most = PIECE): string[][] {
  let piece: string[] = [];
  const pieces = [piece];
  let size = 0;
  let lastNeeded = -1;
  for (const [index, module] of modules.entries()) {
    if (size >= most && lastNeeded < index) {
      piece = [];
      pieces.push(piece);
      size = 0;
    }
    piece.push(module.id);
    size += module.size;
    lastNeeded = Math.max(lastNeeded, ...module.imports);
  }
  return pieces;
}

const NAME = 'virtual:pieces';
/** Replaced when the names of the files are known. */
const LIST = '__PIECES__';

/** The addresses of the pieces of `name`, in the order in which they run. Other files may have names that begin with it. */
export function addressesOf(name: string, files: readonly { name: string; fileName: string }[]): string[] {
  const piece = new RegExp(`^${name}-\\d+$`, 'u');
  return files
    .filter((file) => piece.test(file.name))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    .map(({ fileName }) => `/${fileName}`);
}

/** Provides the addresses of the pieces of `name` to the program. */
export function pieces(name: string): Plugin {
  let list = '[]';
  return {
    name: 'plumbline-pieces',
    configResolved({ command }) {
      if (command === 'build') list = LIST;
    },
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export const pieces = ${list};` : undefined),
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const addresses = JSON.stringify(addressesOf(name, chunks));
      for (const chunk of chunks) chunk.code = chunk.code.replace(LIST, addresses);
    },
  };
}
