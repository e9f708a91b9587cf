// What the first screens need comes in a few large files: two hundred small ones cost as many requests, and pack a fifth worse. Which
// module is needed where is known only when everything unused is gone; so it is read off a first building, which nobody keeps.
import { fileURLToPath } from 'node:url';
import { build, type InlineConfig, type Rolldown } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

/** Each file with the modules it is for; all they import comes along, but for what a file before it has already. */
const FILES: readonly (readonly [name: string, modules: readonly string[]])[] = [
  // Before all else.
  ['early', ['main.ts']],
  // Before anybody is signed in.
  ['door', ['app/start.tsx']],
  // Around every screen, and the store on the device.
  ['inside', ['app/shell/shell.tsx', 'app/project-frame.tsx', 'app/background-tasks.tsx', 'local/device-local.ts']],
];
const PLAN = [
  'features/plans/plan-screen.tsx',
  'features/plans/references/references.tsx',
  'features/pins/export/pin-export.tsx',
];
const SCREENS = 'app/router.tsx';

type Chunk = Rolldown.OutputChunk;

class Built {
  readonly #chunks: ReadonlyMap<string, Chunk>;

  constructor(chunks: readonly Chunk[]) {
    this.#chunks = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  }

  with(module: string): Chunk {
    const found = [...this.#chunks.values()].find(({ moduleIds }) => moduleIds.includes(`${SOURCE}${module}`));
    if (!found) throw new Error(`${module} is no part of the program`);
    return found;
  }

  /** The modules of these files and of all they import at once. */
  together(roots: readonly Chunk[]): Set<string> {
    const all = new Set(roots);
    // What is added on the way is gone through as well.
    for (const { imports } of all) {
      for (const name of imports) {
        const next = this.#chunks.get(name);
        if (next) all.add(next);
      }
    }
    return new Set([...all].flatMap(({ moduleIds }) => moduleIds));
  }

  /** The files that a module fetches when they are wanted. */
  later(module: string): Chunk[] {
    return this.with(module).dynamicImports.flatMap((name) => this.#chunks.get(name) ?? []);
  }
}

/** The file of the first screens that a module belongs to; null for all others. */
export async function firstSight(config: InlineConfig): Promise<(id: string) => string | null> {
  const made = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false, rolldownOptions: { input: 'index.html' } },
  });
  const outputs = Array.isArray(made) ? made : 'output' in made ? [made] : [];
  const built = new Built(outputs.flatMap(({ output }) => output.filter((one) => one.type === 'chunk')));
  const files = new Map<string, string>();
  const put = (name: string, ids: Iterable<string>) => {
    for (const id of ids) if (!files.has(id)) files.set(id, name);
  };
  for (const [name, modules] of FILES) put(name, built.together(modules.map((one) => built.with(one))));
  // What the plan has in common with other screens stays apart: those need not wait for the viewer.
  const plan = PLAN.map((one) => built.with(one));
  const wanted = [...built.together(plan)];
  const others = built.together(built.later(SCREENS).filter((chunk) => !plan.includes(chunk)));
  put(
    'common',
    wanted.filter((id) => others.has(id)),
  );
  put('plan', wanted);
  // What the bundler itself needs belongs to what comes first.
  return (id) => (id.startsWith('\0rolldown') ? 'early' : (files.get(id) ?? null));
}
