import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const NOBODY = { uid: 65_534, gid: 65_534 };
const MODULE = new URL('./data-folder-owner.ts', import.meta.url).href;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'plumbline-owner-'));
  chmodSync(dataDir, 0o755);
});
afterEach(() => rmSync(dataDir, { recursive: true }));

/** The message that a different user gets when checking this data folder. */
function warningOf(): string {
  const script = `import { checkReach } from '${MODULE}'; try { checkReach(process.argv[1]); } catch (e) { console.log(e.message); }`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    ...NOBODY,
    cwd: '/',
    env: {},
  });
  expect(run.stderr.toString()).toBe('');
  return run.stdout.toString();
}

it.runIf(process.getuid?.() === 0)(
  'the process must own only the files the program created, and the first that it does not own is named',
  () => {
    expect(warningOf()).toBe('');
    mkdirSync(path.join(dataDir, 'lost+found'), { mode: 0o700 });
    const key = path.join(dataDir, 'secret.key');
    writeFileSync(key, 'x', { mode: 0o600 });
    chownSync(key, NOBODY.uid, NOBODY.gid);
    expect(warningOf()).toBe('');
    chownSync(key, 0, 0);
    expect(warningOf()).toContain(`${key} belongs to another user`);
    expect(warningOf()).toContain(`chown -R nobody: '${dataDir}'`);
  },
);
