import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { canLaunch, runsProgram } from './node.mjs';
import { ROOT } from './project.mjs';

it.each([
  ['16.20.2', false, false],
  ['18.0.0', true, false],
  ['18.20.4', true, false],
  ['20.19.2', true, false],
  ['22.23.5', true, false],
  ['23.11.0', true, false],
  ['24.0.0', true, true],
  ['25.1.0', true, true],
])('Node %s: launches %s, runs the program %s', (version, launches, runs) => {
  expect([canLaunch(version), runsProgram(version)]).toEqual([launches, runs]);
});

it('the launcher uses only the language of Node 18', () => {
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  // Node 18 implements ES2022.
  const language = ['--target', 'es2022', '--lib', 'es2022', '--module', 'nodenext', '--types', 'node'];
  const javaScript = ['--noEmit', '--ignoreConfig', '--allowJs', '--checkJs', '--strict', '--skipLibCheck'];
  const files = ['tools/launch.mjs', 'tools/launch/stop-with-parent.mjs'];
  const check = spawnSync(process.execPath, [tsc, ...javaScript, ...language, ...files], { cwd: ROOT });
  expect(String(check.stdout)).toBe('');
  expect(check.status).toBe(0);
});
