// The browser the journeys are tested in: Debian's Chromium, or the one CHROMIUM_PATH names.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from './run.mjs';
import { say } from './say.mjs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  return (named ? [named] : PLACES).find((place) => existsSync(place));
}

/** Installs Chromium where it is missing and we may; says how otherwise. */
export async function provideChromium() {
  if (findChromium() !== undefined) return;
  const apt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (apt && process.getuid?.() === 0) {
    say('installing Chromium for the browser tests');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const quiet = /** @type {const} */ (['ignore', 'ignore', 'inherit']);
    await run('apt-get', ['update', '-qq'], { env, stdio: [...quiet] });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env, stdio: [...quiet] });
  }
  if (findChromium() === undefined) {
    say(
      'no Chromium: the browser tests will fail. Install it (Debian: apt-get install chromium) or name it by CHROMIUM_PATH.',
    );
  }
}
