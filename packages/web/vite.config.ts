// Builds the web app into dist/, one chunk per screen and one per language; in development it proxies calls to the
// server.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { ariaContexts } from './build/aria-contexts.ts';
import { ariaMessages } from './build/aria-messages.ts';
import { compressed } from './build/compressed.ts';
import { ENTRY, initialChunks } from './build/initial-chunks.ts';
import { layers } from './build/layers.ts';
import { leanContracts } from './build/lean-contracts.ts';
import { leanMaps } from './build/lean-maps.ts';
import { leanSchemas } from './build/lean-schemas.ts';
import { noStringSinks } from './build/no-string-sinks.ts';
import { pieces } from './build/pieces.ts';
import { SERVICE_WORKER, serviceWorker } from './build/service-worker.ts';
import { texts } from './build/texts.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

const common = {
  plugins: [
    react(),
    texts(),
    pieces(ENTRY),
    ariaContexts(),
    ariaMessages(),
    leanMaps(),
    leanContracts(),
    leanSchemas(),
    noStringSinks(),
  ],
  // Messages are parsed at build time (build/texts.ts).
  resolve: { alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' } },
};

export default defineConfig(async ({ command }) => ({
  ...common,
  plugins: [...common.plugins, layers(), serviceWorker(), compressed()],
  server: { proxy: { '/api': server, '/m': server } },
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    // bench/chunks.ts limits what a first visit loads; the largest chunk, country borders, is not needed by the first
    // view of any screen.
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // Chunking takes most of the build time, which is intended.
      checks: { bundlerTimings: false },
      input: { index: 'index.html', 'service-worker': 'src/sw/service-worker.ts' },
      output: {
        codeSplitting: {
          groups:
            command === 'build'
              ? [{ debugName: 'first sight', name: await initialChunks(common), includeDependenciesRecursively: false }]
              : [],
        },
        // Browsers identify a service worker by its URL.
        entryFileNames: ({ name }) => (name === 'service-worker' ? SERVICE_WORKER : 'assets/[name]-[hash].js'),
      },
    },
  },
}));
