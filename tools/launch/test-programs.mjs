// The programs that tests use beside Node: a browser, LibreOffice, ffmpeg, Tesseract, OpenSSL and poppler. Missing ones are installed from Debian
// where that is possible; otherwise the tests that need them fail (browser, OpenSSL) or are skipped and counted.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { log } from './output.mjs';
import { run } from './run.mjs';

/**
 * @typedef {{ name: string, commands: string[], packages: string[], variable?: string, without: string }} TestProgram
 * `variable`: the environment variable that names the program where it is in an unusual place.
 */

/** @type {readonly TestProgram[]} */
const PROGRAMS = [
  {
    name: 'Chromium',
    commands: ['chromium', 'chromium-browser', 'google-chrome'],
    packages: ['chromium'],
    variable: 'CHROMIUM_PATH',
    without: 'the browser tests will fail',
  },
  {
    name: "Chromium's headless shell",
    commands: ['chromium-headless-shell'],
    packages: ['chromium-headless-shell'],
    variable: 'CHROMIUM_PATH',
    without: 'the browser tests take longer',
  },
  {
    name: 'LibreOffice',
    commands: ['soffice'],
    packages: ['libreoffice-writer-nogui', 'libreoffice-calc-nogui', 'fonts-liberation'],
    without: 'the tests of conversions to PDF are skipped',
  },
  { name: 'ffmpeg', commands: ['ffmpeg'], packages: ['ffmpeg'], without: 'the tests of converting videos are skipped' },
  {
    name: 'Tesseract',
    commands: ['tesseract'],
    packages: ['tesseract-ocr'],
    without: 'the tests of scanned sheets are skipped',
  },
  { name: 'OpenSSL', commands: ['openssl'], packages: ['openssl'], without: 'the tests of time stamps will fail' },
  { name: 'poppler', commands: ['pdftoppm'], packages: ['poppler-utils'], without: 'some drawing tests are skipped' },
];

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {TestProgram} program */
function isInstalled({ commands, variable }) {
  const named = variable && process.env[variable];
  if (named) return isExecutable(named);
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin'];
  return commands.some((command) => folders.some((folder) => isExecutable(path.join(folder, command))));
}

/** @param {string[]} args */
async function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    return (await run('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] })) === 0;
  } catch {
    return false;
  }
}

/** Installs what is missing, where this is Debian and we are root. Says what stays missing and what that means. */
export async function provideTestPrograms() {
  const missing = PROGRAMS.filter((program) => !isInstalled(program));
  if (missing.length === 0) return;
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (hasApt && process.getuid?.() === 0) {
    log(`installing ${missing.map(({ name }) => name).join(', ')} for the tests`);
    await aptGet(['update', '-qq']);
    // One at a time: one that cannot be installed does not keep the others out.
    for (const { packages } of missing) await aptGet(['install', '-y', '-qq', '--no-install-recommends', ...packages]);
  }
  for (const { name, packages, without } of missing.filter((program) => !isInstalled(program)))
    log(`${name} is missing: ${without}. Debian: apt-get install ${packages.join(' ')}`);
}
