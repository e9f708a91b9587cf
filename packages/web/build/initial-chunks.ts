// Bundles what the first screens need into a few large files: two hundred small ones take as many requests and compress
// a fifth worse. Which modules are needed is known only after tree shaking, so it is read from a preliminary build that
// is discarded.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Plugin, type Rolldown } from 'vite';
import { cut } from './pieces.ts';

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

const MAIN = 'main.ts';
const START = 'app/start.tsx';
export const ENTRY = 'entry';
/** Each file with its entry modules. It also contains everything they import, except what an earlier file contains. */
const FILES: readonly (readonly [name: string, modules: readonly string[]])[] = [
  // Loaded before everything else.
  ['early', [MAIN]],
  // Needed before sign-in, in pieces.
  [ENTRY, [START]],
  // The frame around every screen, and the local store.
  ['shell', ['app/shell/shell.tsx', 'app/project-frame.tsx', 'app/background-tasks.tsx', 'local/device-local.ts']],
  // In a task of its own.
  ['actions', ['../../core/src/sync/registry.ts']],
];
const PLAN = ['features/plans/plan-screen.tsx', 'features/plans/references/references.tsx'];
const SCREENS = 'app/router.tsx';
/** The lists that people change between; what two of them share is one file. */
const LISTS = [
  'features/plans/list/plans-screen.tsx',
  'features/pins/pins-screen.tsx',
  'features/tasks/tasks-screen.tsx',
  'features/groups/groups-screen.tsx',
  'features/media/gallery/gallery-screen.tsx',
  'features/reports/reports-screen.tsx',
  'features/projects/projects-screen.tsx',
  'features/tasks/my-work/my-work-screen.tsx',
];
/** Large and needed by a third of the screens. */
const DATES = 'ui/fields/date-field.tsx';
/** What this many screens share is loaded with the first of them. */
const SHARED = 10;
const ICON = /\/lucide-react\/.*\/icons\//u;

type Chunk = Rolldown.OutputChunk;

class Built {
  readonly #chunks: ReadonlyMap<string, Chunk>;

  constructor(chunks: readonly Chunk[]) {
    this.#chunks = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  }

  with(module: string): Chunk {
    const id = path.join(SOURCE, module);
    const found = [...this.#chunks.values()].find(({ moduleIds }) => moduleIds.includes(id));
    if (!found) throw new Error(`${module} is not part of the program`);
    return found;
  }

  /** The modules of these chunks and everything they import statically. */
  together(roots: readonly Chunk[]): Set<string> {
    const all = new Set(roots);
    // Chunks added during the loop are visited as well.
    for (const { imports } of all) {
      for (const name of imports) {
        const next = this.#chunks.get(name);
        if (next) all.add(next);
      }
    }
    return new Set([...all].flatMap(({ moduleIds }) => moduleIds));
  }

  /** The modules that a screen imports and shares with other chunks. */
  shared(screen: Chunk): string[] {
    return [...this.together([screen])].filter((id) => !screen.moduleIds.includes(id));
  }

  /** Modules in the order in which they run, in pieces. */
  cut(ids: readonly string[], importedBy: ReadonlyMap<string, readonly string[]>): string[][] {
    const sizes = new Map([...this.#chunks.values()].flatMap(({ modules }) => Object.entries(modules)));
    const indexes = new Map(ids.map((id, index) => [id, index]));
    return cut(
      ids.map((id) => ({
        id,
        size: sizes.get(id)?.renderedLength ?? 0,
        imports: importedBy.get(id)?.flatMap((one) => indexes.get(one) ?? []) ?? [],
      })),
    );
  }

  /** The chunks that a module imports dynamically. */
  later(module: string): Chunk[] {
    return this.with(module).dynamicImports.flatMap((name) => this.#chunks.get(name) ?? []);
  }
}

/** Collects the modules that start the app, in the order in which they run, with what each imports. */
function orderOfStart(found: Map<string, readonly string[]>): Plugin {
  return {
    name: 'plumbline-order',
    buildEnd() {
      const visited = new Set<string>();
      const visit = (id: string): void => {
        if (visited.has(id)) return;
        visited.add(id);
        const imported = this.getModuleInfo(id)?.importedIds ?? [];
        for (const next of imported) visit(next);
        found.set(id, imported);
      };
      for (const module of [MAIN, START]) visit(`${SOURCE}${module}`);
    },
  };
}

/** Returns the first-screen file that a module belongs to; null for all other modules. */
export async function initialChunks(config: InlineConfig): Promise<(id: string) => string | null> {
  const order = new Map<string, readonly string[]>();
  const created = await build({
    ...config,
    plugins: [...(config.plugins ?? []), orderOfStart(order)],
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false, rolldownOptions: { input: 'index.html' } },
  });
  const outputs = Array.isArray(created) ? created : 'output' in created ? [created] : [];
  const built = new Built(outputs.flatMap(({ output }) => output.filter((one) => one.type === 'chunk')));
  const files = new Map<string, string>();
  const put = (name: string, ids: Iterable<string>) => {
    for (const id of ids) if (!files.has(id)) files.set(id, name);
  };
  for (const [name, modules] of FILES) {
    const ids = built.together(modules.map((module) => built.with(module)));
    if (name === ENTRY) {
      const running = [...order.keys()].filter((id) => ids.has(id) && !files.has(id));
      // Creating the router takes as long as running a piece.
      const before = running.slice(0, running.indexOf(`${SOURCE}${SCREENS}`));
      for (const [index, piece] of built.cut(before, order).entries()) put(`${name}-${index + 1}`, piece);
    }
    put(name, ids);
  }
  // Code the plan shares with other screens stays separate, so that those need not wait for the viewer.
  const plan = PLAN.map((one) => built.with(one));
  const requested = [...built.together(plan)];
  const screens = built.later(SCREENS).filter((chunk) => !plan.includes(chunk));
  const others = built.together(screens);
  put(
    'common',
    requested.filter((id) => others.has(id)),
  );
  put('plan', requested);
  const dates = built.together([built.with(DATES)]);
  const users = (chunks: readonly Chunk[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const chunk of chunks) for (const id of built.shared(chunk)) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  };
  const uses = [...users(screens)].filter(([id]) => !dates.has(id));
  put(
    'controls',
    uses.flatMap(([id, count]) => (count >= SHARED || ICON.test(id) ? id : [])),
  );
  put('dates', dates);
  const listed = users(LISTS.map((one) => built.with(one)));
  put(
    'lists',
    [...listed].flatMap(([id, count]) => (count > 1 ? id : [])),
  );
  // The bundler's runtime belongs in the first file.
  return (id) => (id.startsWith('\0rolldown') ? 'early' : (files.get(id) ?? null));
}
