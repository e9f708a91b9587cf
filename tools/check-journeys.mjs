// Rejects patterns that make an end-to-end test depend on timing: values read once from a page that still changes,
// branches on current visibility, and fixed waits.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './launch/project.mjs';

const FORBIDDEN = [
  { pattern: /expect\(\s*await\b/u, say: 'reads the page once: use expect.poll, or name a value that cannot change' },
  { pattern: /\.isVisible\(\)/u, say: 'asks for what is visible at the moment: wait for the one that must appear' },
  { pattern: /\.waitForTimeout\(/u, say: 'waits for a fixed time: wait for what must happen' },
  { pattern: /timers\/promises/u, say: 'waits for a fixed time: wait for what must happen' },
  { pattern: /getByRole\('alertdialog'\)/u, say: 'also finds messages that disappear: name it, or use questionOn' },
  { pattern: /\bretry:\s*[1-9]/u, say: 'retries a test: make it pass the first time' },
];

/** @param {string} text @param {string} name @returns {string[]} */
export function problemsIn(text, name) {
  return FORBIDDEN.flatMap(({ pattern, say }) =>
    [...text.matchAll(new RegExp(pattern, 'gu'))].map(({ index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${name}:${line} ${say}`;
    }),
  );
}

/** @returns {string[]} */
export function checkJourneys() {
  const files = globSync('e2e/**/*.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] });
  return files.flatMap((name) => problemsIn(readFileSync(path.join(ROOT, name), 'utf8'), name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const problems = checkJourneys();
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
