// Builds the bare viewer and the program's viewer on an otherwise empty page, and serves both with the same caching as
// the program's files.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Parameters of the bare viewer, passed in its address. */
export type BarePlan = {
  prefix: string;
  widthPx: number;
  heightPx: number;
  tileSize: number;
  levels: number;
  /** Size of the map on the screen. */
  width: number;
  height: number;
  /** Creates the map on load instead of on the press of the button. */
  atOnce: boolean;
};

/** Which viewer a page contains. */
export type Whose = 'bare' | 'own';

export type BarePages = { addressFor(whose: Whose, plan: BarePlan): string; close(): Promise<void> };

const LIBRARY = fileURLToPath(new URL('../../node_modules/ol/', import.meta.url));
const VIEWER = fileURLToPath(new URL('../../packages/web/src/viewer/', import.meta.url));
const KINDS: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };
const pageOf = (whose: string, styles: boolean) => `<!doctype html><meta charset="utf-8"><title>Bare viewer</title>
<style>body{margin:0}button{position:fixed;right:0;top:0;z-index:1}</style>
${styles ? `<link rel="stylesheet" href="/${whose}.css">` : ''}
<div id="map"></div><button>Open</button><script type="module" src="/${whose}.js"></script>`;

export async function serveBarePages(): Promise<BarePages> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-bare-'));
  try {
    const files = new Map<string, Buffer>();
    for (const whose of ['bare', 'own'] as const) {
      const entry = path.join(folder, `${whose}.js`);
      const text = await readFile(new URL(`${whose}-viewer.txt`, import.meta.url), 'utf8');
      await writeFile(entry, text.replaceAll('OL/', LIBRARY).replaceAll('VIEWER/', VIEWER));
      const names = { entryFileNames: `${whose}.js`, assetFileNames: `${whose}[extname]` };
      await build({
        root: folder,
        configFile: false,
        logLevel: 'error',
        build: { outDir: `made-${whose}`, target: 'es2023', rolldownOptions: { input: entry, output: names } },
      });
      const created = path.join(folder, `made-${whose}`);
      for (const name of await readdir(created)) files.set(`/${name}`, await readFile(path.join(created, name)));
      files.set(`/${whose}`, Buffer.from(pageOf(whose, files.has(`/${whose}.css`))));
    }
    const server = createServer(({ url = '' }, response) => {
      const kind = KINDS[path.extname(url)];
      response.writeHead(files.has(url) ? 200 : 404, {
        'content-type': kind ?? 'text/html',
        // As of the program, whose page is requested each time, because it names the current scripts.
        'cache-control': kind ? 'public, max-age=31536000, immutable' : 'no-cache',
        // As of the program: browsers start a new process for the page, instead of one with the script still in memory.
        'cross-origin-opener-policy': 'same-origin',
      });
      response.end(files.get(url));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return {
      addressFor: (whose, plan) => `${url}/${whose}#${encodeURIComponent(JSON.stringify(plan))}`,
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
