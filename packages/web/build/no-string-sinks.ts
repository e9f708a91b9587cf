// Replaces places where libraries pass plain text to the browser as markup or script, which the Content Security Policy
// blocks and reports.
import type { Plugin } from 'vite';

const SINKS = [
  // Clears a live region for screen readers.
  [
    /\/react-aria\/dist\/private\/live-announcer\/LiveAnnouncer\.(?:mjs|js)$/u,
    /\.innerHTML = ''/gu,
    ".textContent = ''",
  ],
  // Measures the height of a letter.
  [/\/ol\/render\/canvas\.js$/u, /\.innerHTML = 'M'/gu, ".textContent = 'M'"],
  // Tests whether scripts can be created from strings: they cannot.
  [/\/zod\/v4\/core\/util\.js$/u, /new F\(""\);\s+return true;/gu, 'return false;'],
] as const;

export function noStringSinks(): Plugin {
  return {
    name: 'plumbline-no-string-sinks',
    apply: 'build',
    transform(code, id) {
      const sink = SINKS.find(([file]) => file.test(id));
      if (!sink) return undefined;
      const [file, written, instead] = sink;
      if (code.match(written) === null) this.error(`${file} is no longer written as expected`);
      return { code: code.replaceAll(written, instead), map: null };
    },
  };
}
