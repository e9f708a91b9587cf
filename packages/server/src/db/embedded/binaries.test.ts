import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packagedPrograms, provideBinaries } from './binaries.ts';
import { EmbeddedDatabaseError } from './error.ts';
import { failureOf } from './system-user.ts';

const NOBODY = { name: 'nobody', uid: 65_534, gid: 65_534 };
const packaged = packagedPrograms();

let folder: string;
let closed: string;
let programs: string;
let publicFolder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'plumbline-binaries-'));
  chmodSync(folder, 0o755);
  closed = path.join(folder, 'Büro & Söhne');
  programs = path.join(closed, 'native');
  publicFolder = path.join(folder, 'cache/plumbline');
  mkdirSync(closed);
  for (const name of ['native', 'package.json']) {
    spawnSync('cp', ['-a', '--reflink=auto', path.join(packaged, '..', name), closed]);
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('the programs are used where they are if the user can run them', () => {
  expect(provideBinaries({ uid: process.getuid?.() ?? 0, gid: 0 }, publicFolder, programs)).toEqual({
    initdb: path.join(programs, 'bin/initdb'),
    postgres: path.join(programs, 'bin/postgres'),
  });
});

it('programs that fail for the current user are reported with the reason', () => {
  truncateSync(path.join(programs, 'bin/postgres'), 100);
  const provide = () => provideBinaries({ uid: process.getuid?.() ?? 0, gid: 0 }, publicFolder, programs);
  expect(provide).toThrow(EmbeddedDatabaseError);
  expect(provide).toThrow(/bin\/postgres fails with ".+"\. Install Plumbline where .* or set DATABASE_URL/u);
});

describe.runIf(process.getuid?.() === 0)('programs in a folder that only root can enter', () => {
  beforeEach(() => chmodSync(closed, 0o700));
  const provide = () => provideBinaries(NOBODY, publicFolder, programs);

  it('are copied to a folder of root from which another user can run them', () => {
    const umask = process.umask(0o077);
    try {
      const { initdb, postgres } = provide();
      expect(failureOf(NOBODY, programs, [])).toMatch(/EACCES/u);
      expect(initdb.startsWith(publicFolder)).toBe(true);
      // initdb looks for a postgres of the same version beside it, which it must be able to run.
      expect(failureOf(NOBODY, initdb, ['--version'])).toBeUndefined();
      const unreadable = spawnSync('find', [publicFolder, '!', '-readable'], { ...NOBODY, cwd: '/' });
      expect([unreadable.status, String(unreadable.stdout)]).toEqual([0, '']);
      expect(failureOf(NOBODY, '/bin/sh', ['-c', 'echo > "$0"', postgres])).toMatch(/denied/u);
      expect(statSync(postgres).uid).toBe(0);
      expect(statSync(closed).mode & 0o777).toBe(0o700);
    } finally {
      process.umask(umask);
    }
  });

  it('are copied once, and again when the copy is incomplete', () => {
    const { postgres } = provide();
    const { ino } = statSync(postgres);
    expect(statSync(provide().postgres).ino).toBe(ino);

    truncateSync(path.join(path.dirname(postgres), 'initdb'), 100);
    rmSync(path.join(path.dirname(postgres), '../lib'), { recursive: true });
    const { initdb } = provide();
    expect(statSync(initdb).size).toBe(statSync(path.join(programs, 'bin/initdb')).size);
    expect(failureOf(NOBODY, initdb, ['--version'])).toBeUndefined();
    expect(readdirSync(publicFolder)).toHaveLength(1);
  });

  it('are not copied to a folder that other users can write to', () => {
    mkdirSync(publicFolder, { recursive: true });
    chmodSync(publicFolder, 0o777);
    expect(provide).toThrow(/other users can write to .*start as an ordinary user, or set DATABASE_URL/u);
    expect(readdirSync(publicFolder)).toEqual([]);
  });

  it('are reported when the copy cannot be made', () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    expect(() => provideBinaries(NOBODY, path.join(file, 'cache'), programs)).toThrow(
      /cannot be copied to .*\/file\/cache/u,
    );
  });
});
