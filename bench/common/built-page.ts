// A page built from a source text with the web app's components, in headless Chromium without a frame limit.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { build, preview } from 'vite';

const web = fileURLToPath(new URL('../../packages/web/', import.meta.url));
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-gpu-vsync', '--disable-frame-rate-limit', '--no-first-run'];

/** `source`: a script in which `WEB/` stands for the folder of the web app; it draws into `#root`. */
export async function withBuiltPage(source: URL, style: string, run: (page: Page) => Promise<void>): Promise<void> {
  const [html, script] = ['.bench.html', '.bench.js'].map((name) => path.join(web, name)) as [string, string];
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-bench-page-'));
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
  try {
    await writeFile(
      html,
      `<!doctype html><style>${style}</style><div id="root"></div><script type="module" src="/.bench.js"></script>`,
    );
    await writeFile(script, (await readFile(source, 'utf8')).replaceAll('WEB/', web));
    await build({
      root: web,
      // The program's own build configuration would also create its service worker, which this page does not have.
      configFile: false,
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: html } },
    });
    const server = await preview({ root: web, configFile: false, build: { outDir: folder }, preview: { port: 0 } });
    const page = await browser.newPage({ viewport: { width: 1_440, height: 900 } });
    page.on('pageerror', (error) => console.log(error.message));
    await page.goto(new URL('.bench.html', server.resolvedUrls?.local[0]).href);
    await run(page);
    await server.close();
  } finally {
    await browser.close();
    for (const file of [html, script]) await rm(file, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}
