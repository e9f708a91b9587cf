// Builds the browser program into dist/, one chunk per screen and one per language; in development it hands calls on to the server.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { layers } from './build/layers.ts';
import { leanSchemas } from './build/lean-schemas.ts';
import { SERVICE_WORKER, serviceWorker } from './build/service-worker.ts';
import { spokenWords } from './build/spoken-words.ts';
import { texts } from './build/texts.ts';

/** Small, wanted at the door already, and built on nothing of ours: together they pack better than in twenty files of their own. */
const AT_THE_DOOR = new RegExp(
  [
    'lucide-react/dist/esm/(?:createLucideIcon|Icon|defaultAttributes|context|shared/.+)\\.m?js$',
    'lucide-react/dist/esm/icons/(?:phone|triangle-alert|circle-alert|circle-check|cloud-off|eye|eye-off|rotate-ccw|arrow-left|info|x)\\.m?js$',
    'web/src/api/(?:client|failure|retry|device-key|token)\\.ts$',
    'core/src/kernel/(?:endpoint|errors|services|text)\\.ts$',
    'core/src/features/auth/[\\w-]+\\.ts$',
    'locales/src/languages\\.ts$',
  ].join('|'),
  'u',
);

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), texts(), spokenWords(), leanSchemas(), layers(), serviceWorker(), compressed()],
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
        codeSplitting: {
          groups: [{ name: 'ground', test: AT_THE_DOOR, includeDependenciesRecursively: false }],
        },
        // Browsers know a service worker by its address.
        entryFileNames: ({ name }) => (name === 'service-worker' ? SERVICE_WORKER : 'assets/[name]-[hash].js'),
      },
    },
  },
});
