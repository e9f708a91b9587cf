// Starts clones of the project as an operator would: as root or another user, in folders that are closed or read-only.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashOfSources } from './build-web.mjs';
import { npmCommand } from './npm.mjs';
import { ROOT } from './project.mjs';

const IS_ROOT = process.getuid?.() === 0;
/** For root, whom permissions do not stop, another user reads the clone. */
const READER = IS_ROOT ? { uid: 65_534, gid: 65_534 } : {};
const START_TIMEOUT_MS = 120_000;
const PAGE = '<!doctype html><html lang="en"><head><title>Sign in</title></head><body></body></html>';
const SETTINGS = { PORT: '0', DEMO: 'off', ROLES: 'web', LOG_LEVEL: 'warn' };

/** Such as 18.0.0 or 24, separated by commas. */
const NODE_VERSIONS = process.env.NODE_VERSIONS?.split(',') ?? [];
/** Such as bookworm or trixie, separated by commas. */
const DEBIAN_RELEASES = process.env.DEBIAN_RELEASES?.split(',') ?? [];
/** All that a system trusts. */
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
const DEBIAN_TIMEOUT_MS = 900_000;

/** Installs this version of Node from the package registry, and returns its path. @param {string} folder @param {string} version */
function installNode(folder, version) {
  const name = `node-${process.platform}-${process.arch}`;
  mkdirSync(folder);
  const [file = '', ...before] = npmCommand(process.execPath);
  const args = [...before, 'install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${version}`];
  expect(spawnSync(file, args, { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0 });
  return path.join(folder, 'node_modules', name, 'bin/node');
}

/** Installs this release of Debian with its own Node into a folder. @param {string} folder @param {string} release */
function installDebian(folder, release) {
  const expectToRun = (/** @type {string} */ file, /** @type {string[]} */ args) => {
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' };
    const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', env });
    expect({ file, status, output: status === 0 ? '' : stdout + stderr }).toEqual({ file, status: 0, output: '' });
  };
  expectToRun('debootstrap', ['--variant=minbase', '--include=ca-certificates', release, folder]);
  copyFileSync('/etc/resolv.conf', path.join(folder, 'etc/resolv.conf'));
  // Not by debootstrap, which does not resolve what npm depends on.
  const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'nodejs', 'npm'];
  expectToRun('chroot', [folder, ...install]);
  // Networks that inspect connections have certificates of their own.
  copyFileSync(CERTIFICATES, path.join(folder, CERTIFICATES));
}

/** Runs npm in a clone below /root of this Debian, whose mounts end with it. @param {string} debian */
const inDebian = (debian) => [
  'unshare',
  '--mount',
  'sh',
  '-ec',
  'mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev"; exec chroot "$0" sh -ec \'cd ~/plumbline; exec npm run "$0"\' "$1"',
  debian,
];

/** The packages that the program needs, in the folders where package-lock.json has them. */
function packagesOfProgram() {
  /** @type {{ packages: Record<string, Record<string, any>> }} */
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  /** @param {string} folder @param {string} name @returns {string | undefined} */
  const locate = (folder, name) => {
    const location = path.join(folder, 'node_modules', name);
    if (packages[location]) return location;
    return folder === '.' ? undefined : locate(path.dirname(folder), name);
  };
  /** @type {Set<string>} */
  const needed = new Set(['packages/server']);
  for (const location of needed) {
    const { resolved, link, dependencies, optionalDependencies, peerDependencies } = packages[location] ?? {};
    if (link) needed.add(resolved);
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = locate(location, name);
      if (found) needed.add(found);
    }
  }
  // Packages within packages are copied with these.
  return [...needed].filter((location) => /^node_modules\/(@[^/]+\/)?[^/]+$/u.test(location));
}

/** On a disk: hard links to the project end at the file system, and a copy takes too much memory. */
function makeFolder() {
  const folder = mkdtempSync(path.join(process.env.PLUMBLINE_LASTING_FOLDER ?? tmpdir(), 'plumbline-launch-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** A copy of the project by hard links, with the packages of the program and a web application that counts as built.
 * @param {string} clone */
function makeClone(clone) {
  mkdirSync(clone, { recursive: true });
  const records = ['node_modules/.package-lock.json', 'node_modules/.plumbline-packages'];
  const node = path.relative(ROOT, nodeOf(ROOT));
  const names = ['package.json', 'package-lock.json', 'packages', 'tools', ...records, ...packagesOfProgram()];
  const sources = [...names, ...(node.startsWith('..') ? [] : [node])].filter((name) =>
    existsSync(path.join(ROOT, name)),
  );
  const copy = (/** @type {string[]} */ how) =>
    spawnSync('cp', [...how, '--parents', ...sources, clone], { cwd: ROOT });
  // Hard links end at the file system.
  if (copy(['-al']).status !== 0) copy(['-a', '--reflink=auto']);
  const dist = path.join(clone, 'packages/web/dist');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  writeFileSync(path.join(dist, 'index.html'), PAGE);
  writeFileSync(path.join(dist, '.built-from'), hashOfSources(clone));
}

/** The Node of the clone. @param {string} clone */
const nodeOf = (clone) =>
  process.execPath.startsWith(ROOT) ? path.join(clone, path.relative(ROOT, process.execPath)) : process.execPath;

/** @param {string} clone @param {string} command @param {NodeJS.ProcessEnv} settings @param {object} user
 * @param {string[]} by what runs the command */
function launch(clone, command, settings = {}, user = {}, by = [nodeOf(clone), 'tools/launch.mjs']) {
  const [file = '', ...before] = by;
  const env = { PATH: process.env.PATH, HOME: tmpdir(), TMPDIR: tmpdir(), ...SETTINGS, ...settings };
  const child = spawn(file, [...before, command], { cwd: clone, env, ...user });
  let output = '';
  /** @type {Promise<string>} */
  const ready = new Promise((resolve, reject) => {
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString();
      const url = /ready at http:\/\/localhost:(\d+)/u.exec(output);
      if (url) resolve(`http://127.0.0.1:${url[1]}`);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    child.on('close', () => reject(new Error(output)));
  });
  ready.catch(() => {});
  /** @type {Promise<{ code: number | null, output: string }>} */
  const end = new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, output }));
  });
  return { child, ready, end };
}

/** Starts the clone, reads the sign-in page, and stops it by a signal to the process that was started.
 * @param {string} clone @param {NodeJS.ProcessEnv} settings @param {object} user @param {string[]} [by] */
async function expectToServe(clone, settings = {}, user = {}, by = undefined) {
  const program = launch(clone, 'start', settings, user, by);
  try {
    const url = await program.ready;
    const page = await fetch(`${url}/`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Sign in</title>')]);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  } finally {
    program.child.kill('SIGTERM');
  }
  // Its output ends with the last of its processes.
  expect((await program.end).code).toBe(0);
}

describe('a clone below a folder with spaces and umlauts in its path', () => {
  /** @type {string} */
  let folder;
  /** @type {string} */
  let clone;
  /** @type {string} */
  let dataDir;

  beforeAll(() => {
    folder = makeFolder();
    clone = path.join(folder, 'Büro & Söhne/plumbline');
    makeClone(clone);
    dataDir = path.join(folder, 'data');
    mkdirSync(dataDir);
    if (IS_ROOT) chownSync(dataDir, READER.uid ?? 0, READER.gid ?? 0);
  }, START_TIMEOUT_MS);
  afterAll(() => {
    setMode(0o755);
    rmSync(folder, { recursive: true, force: true });
  }, START_TIMEOUT_MS);

  /** @param {number} mode */
  function setMode(mode) {
    for (const name of ['.', 'node_modules', 'packages/web', 'packages/web/node_modules', '.runtime']) {
      const location = path.join(clone, name);
      if (existsSync(location)) chmodSync(location, mode);
    }
  }

  it(
    'starts by npm where only its owner can enter a parent folder, with several web processes',
    async () => {
      const parent = path.dirname(clone);
      chmodSync(parent, 0o700);
      await expectToServe(clone, { WEB_PROCESSES: '2' }, {}, [...npmCommand(nodeOf(clone)), 'run']);
      expect(existsSync(path.join(clone, 'data/database/cluster/PG_VERSION'))).toBe(true);
      expect(statSync(parent).mode & 0o777).toBe(0o700);
      chmodSync(parent, 0o755);
      rmSync(path.join(clone, 'data'), { recursive: true });
    },
    START_TIMEOUT_MS,
  );

  // Downloads each version, so it runs only when asked for: npm run test-long -- nodes
  it.skipIf(NODE_VERSIONS.length === 0)(
    'starts by the oldest and the newest Node of every supported release',
    async () => {
      for (const version of NODE_VERSIONS) {
        const node = installNode(path.join(folder, version), version);
        // All variables: an older Node downloads a newer one, by the registry and proxy of this machine.
        await expectToServe(clone, { ...process.env, ...SETTINGS }, {}, [node, 'tools/launch.mjs']);
        rmSync(path.join(clone, 'data'), { recursive: true });
      }
    },
    START_TIMEOUT_MS * NODE_VERSIONS.length,
  );

  it(
    'starts read-only once its owner has prepared it, with DATA_DIR elsewhere',
    async () => {
      expect(await launch(clone, 'build').end).toMatchObject({ code: 0 });
      setMode(0o555);
      await expectToServe(clone, { DATA_DIR: dataDir }, READER);
    },
    START_TIMEOUT_MS,
  );

  it('names DATA_DIR if the data folder would be in a read-only clone', async () => {
    setMode(0o555);
    const { code, output } = await launch(clone, 'start', {}, READER).end;
    expect([code, output]).toEqual([1, expect.stringMatching(/DATA_DIR: the folder .* cannot be written/u)]);
  });

  it.each([
    ['the web application', 'packages/web/dist', 'Building the web application needs write access'],
    [
      'the record of installed packages',
      'node_modules/.plumbline-packages',
      'Installing the packages needs write access',
    ],
  ])('says who has to prepare a read-only clone if %s is missing', async (_, missing, message) => {
    setMode(0o755);
    rmSync(path.join(clone, missing), { recursive: true });
    setMode(0o555);
    const { code, output } = await launch(clone, 'start', { DATA_DIR: dataDir }, READER).end;
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^plumbline: ${message} to .*Run "npm run build" in .*\\.\n$`, 'u'));
  });
});

// Needs root, debootstrap and a mirror of Debian, so it runs only when asked for: npm run test-long -- debian
it.skipIf(DEBIAN_RELEASES.length === 0)(
  'a clone below /root starts on a fresh Debian with its own Node',
  async () => {
    const folder = makeFolder();
    try {
      for (const release of DEBIAN_RELEASES) {
        const debian = path.join(folder, release);
        installDebian(debian, release);
        const home = path.join(debian, 'root');
        expect([release, statSync(home).mode & 0o777]).toEqual([release, 0o700]);
        makeClone(path.join(home, 'plumbline'));
        const own = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', TMPDIR: '/tmp' };
        const settings = { ...SETTINGS, ...own, NODE_EXTRA_CA_CERTS: CERTIFICATES };
        await expectToServe(home, settings, {}, inDebian(debian));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  DEBIAN_TIMEOUT_MS,
);
