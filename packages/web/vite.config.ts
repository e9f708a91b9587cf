// Builds the browser program into dist/, one chunk per screen and one per language; in development it hands calls on to the server.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { layers } from './build/layers.ts';
import { SERVICE_WORKER, serviceWorker } from './build/service-worker.ts';
import { spokenWords } from './build/spoken-words.ts';
import { texts } from './build/texts.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), texts(), spokenWords(), layers(), serviceWorker(), compressed()],
  server: { proxy: { '/api': server, '/m': server } },
  // Messages come read already (build/texts.ts).
  resolve: { alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' } },
  build: {
    outDir: 'dist',
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: 'index.html', 'service-worker': 'src/sw/service-worker.ts' },
      output: {
        // Browsers know a service worker by its address.
        entryFileNames: ({ name }) => (name === 'service-worker' ? SERVICE_WORKER : 'assets/[name]-[hash].js'),
      },
    },
  },
});
