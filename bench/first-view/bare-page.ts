// Builds the bare viewer and serves it, kept by the browser as the program's own files are.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** What the bare viewer is told in its address. */
export type BarePlan = {
  prefix: string;
  widthPx: number;
  heightPx: number;
  tileSize: number;
  levels: number;
  /** Of the map on the screen. */
  width: number;
  height: number;
  /** Not only when the button is pressed. */
  atOnce: boolean;
};

export type BarePage = { url: string; addressFor(plan: BarePlan): string; close(): Promise<void> };

const LIBRARY = fileURLToPath(new URL('../../node_modules/ol/', import.meta.url));
const PAGE = `<!doctype html><meta charset="utf-8"><title>Bare viewer</title><style>body{margin:0}button{position:fixed;right:0;top:0;z-index:1}</style>
<div id="map"></div><button>Open</button><script type="module" src="/viewer.js"></script>`;

export async function serveBarePage(): Promise<BarePage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-bare-'));
  try {
    const entry = path.join(folder, 'viewer.js');
    const text = await readFile(new URL('bare-viewer.txt', import.meta.url), 'utf8');
    await writeFile(entry, text.replaceAll('OL/', LIBRARY));
    await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      build: {
        outDir: 'made',
        target: 'es2023',
        rolldownOptions: { input: entry, output: { entryFileNames: 'viewer.js' } },
      },
    });
    const script = await readFile(path.join(folder, 'made/viewer.js'));
    const server = createServer((request, response) => {
      const isScript = request.url === '/viewer.js';
      response.writeHead(200, {
        'content-type': isScript ? 'text/javascript' : 'text/html',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      response.end(isScript ? script : PAGE);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    return {
      url,
      addressFor: (plan) => `${url}/#${encodeURIComponent(JSON.stringify(plan))}`,
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
