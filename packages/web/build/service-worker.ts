// Names the build: its version is written into the page and /version.json, and the service worker gets the list of
// files to cache.
import { createHash } from 'node:crypto';
import { DEFAULT_LANGUAGE, LANGUAGES } from '@plumbline/locales/languages';
import type { Plugin } from 'vite';

export const SERVICE_WORKER = 'service-worker.js';

/** Cached on install: everything except the messages of other languages, which are cached when shown. */
const CACHED_FILES = /\.(?:js|css|woff2)$/u;
const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
const OTHER_LANGUAGE = new RegExp(`^assets/(${OTHERS.join('|')})-[\\w-]+\\.js$`, 'u');
/** From public/, in addition to the built files. */
const FIXED = ['/favicon.svg', '/icon-192.png', '/badge-96.png', '/manifest.webmanifest'];

export function serviceWorker(): Plugin {
  return {
    name: 'plumbline-service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html'];
      const worker = bundle[SERVICE_WORKER];
      if (page?.type !== 'asset' || worker?.type !== 'chunk')
        throw new Error('the page or its service worker is missing');
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const version = createHash('sha256')
        .update([...names.toSorted(), String(page.source), worker.code].join('\n'))
        .digest('hex')
        .slice(0, 16);
      const files = names
        .filter((name) => CACHED_FILES.test(name) && !OTHER_LANGUAGE.test(name))
        .map((name) => `/${name}`);
      // Of each language that is not among these files.
      const languages = Object.fromEntries(
        OTHERS.map((language) => [
          language,
          names.filter((name) => OTHER_LANGUAGE.exec(name)?.[1] === language).map((name) => `/${name}`),
        ]),
      );
      const build = JSON.stringify({ version, files: [...FIXED, ...files.toSorted()], languages });
      worker.code = `const PLUMBLINE_BUILD = ${build};\n${worker.code}`;
      page.source = String(page.source).replace(
        '<head>',
        `<head>\n    <meta name="plumbline-version" content="${version}" />`,
      );
      this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ version }) });
    },
  };
}
