import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ffmpeg } from './ffmpeg.ts';

const root = mkdtempSync(join(tmpdir(), 'plumbline-video-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
});
const at = (name: string) => join(folder, name);
const never = () => new AbortController().signal;

const HEVC = '{"format":{},"streams":[{"codec_type":"video","codec_name":"hevc","pix_fmt":"yuv420p10le"}]}';

/** A pair of programs: one that finds an HEVC video, and one that behaves as `script` says. */
function programs(script: string): string {
  const write = (name: string, text: string) => {
    writeFileSync(at(name), `#!/bin/sh\n${text}\n`);
    chmodSync(at(name), 0o755);
  };
  write('ffprobe', `[ "$1" = -version ] && exit 0\necho '${HEVC}'`);
  write('ffmpeg', `[ "$2" = -encoders ] && { echo ' V....D libx264 '; exit 0; }\n${script}`);
  return at('ffmpeg');
}

const isAlive = (pid: number): boolean => {
  try {
    // A killed process whose parent has not reaped it still has an entry, but no memory.
    return process.kill(pid, 0) && /\nState:\s+[^Z]/u.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('a transcoder', () => {
  test('that is missing, or lacks the encoder, is reported', async () => {
    expect(await ffmpeg({ path: at('ffmpeg') }).available()).toBe(false);
    const path = programs('exit 0');
    expect(await ffmpeg({ path }).available()).toBe(true);
    writeFileSync(path, '#!/bin/sh\necho " V....D mpeg4 "\n');
    expect(await ffmpeg({ path }).available()).toBe(false);
  });

  test('is killed with its child processes when the conversion is cancelled', async () => {
    const path = programs(`sleep 600 & echo $! > ${at('child')}; echo $$ > ${at('parent')}; wait`);
    const off = new AbortController();
    const converting = ffmpeg({ path }).toMp4(at('in'), at('out'), { signal: off.signal });
    converting.catch(() => {});
    await until(() => existsSync(at('parent')) && readFileSync(at('parent'), 'utf8') !== '');
    off.abort(new Error('cancelled'));
    await expect(converting).rejects.toThrow('cancelled');
    for (const name of ['child', 'parent']) {
      const pid = Number(readFileSync(at(name), 'utf8'));
      await until(() => !isAlive(pid));
    }
  });

  test('is killed after its time limit', async () => {
    const slow = ffmpeg({ path: programs('sleep 600'), timeoutMs: 50 });
    await expect(slow.toMp4(at('in'), at('out'), { signal: never() })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('is killed with its child processes when it uses too much memory', async () => {
    const large = ffmpeg({
      path: programs("sleep 600 & a=$(head -c 60000000 /dev/zero | tr '\\0' a); sleep 600"),
      maxMemoryBytes: 20_000_000,
    });
    await expect(large.toMp4(at('in'), at('out'), { signal: never() })).rejects.toThrow('of memory');
  });

  test('converts a video that only causes warnings', async () => {
    const path = programs('exit 0');
    writeFileSync(at('ffprobe'), `#!/bin/sh\necho '[mov,mp4] stream 2, timescale not set' >&2\necho '${HEVC}'\n`);
    expect(await ffmpeg({ path }).toMp4(at('in'), at('out'), { signal: never() })).toBe(true);
  });

  test('that fails reports what it printed', async () => {
    const path = programs('echo "no space left" >&2; exit 1');
    await expect(ffmpeg({ path }).toMp4(at('in'), at('out'), { signal: never() })).rejects.toThrow('no space left');
  });

  test('gets none of our environment variables', async () => {
    process.env.CANARY = 'secret';
    await ffmpeg({ path: programs(`env > ${at('env')}`) }).toMp4(at('in'), at('out'), { signal: never() });
    delete process.env.CANARY;
    expect(readFileSync(at('env'), 'utf8')).not.toContain('CANARY');
  });
});

const real = ffmpeg();

describe.skipIf(!(await real.available()))('ffmpeg (skipped if it is not installed)', () => {
  /** A video of a second, encoded as `codecs` say. */
  function video(name: string, ...codecs: string[]): string {
    const source = [
      '-f',
      'lavfi',
      '-i',
      'testsrc=size=2200x1000:rate=5:duration=1',
      '-f',
      'lavfi',
      '-i',
      'sine=duration=1',
    ];
    const made = spawnSync('ffmpeg', ['-loglevel', 'error', ...source, ...codecs, at(name)], { encoding: 'utf8' });
    expect(made.stderr).toBe('');
    return at(name);
  }
  const streamsOf = (path: string) => {
    const entries = 'stream=codec_name,pix_fmt,width,height:format_tags';
    const args = ['-v', 'error', '-show_entries', entries, '-of', 'json', path];
    const { streams, format } = JSON.parse(spawnSync('ffprobe', args, { encoding: 'utf8' }).stdout);
    return { streams, tags: format.tags };
  };
  const convert = (source: string) => real.toMp4(source, at('out.mp4'), { signal: never() });

  test('makes MP4 of at most 1920 pixels, without metadata, from a format that browsers do not play', async () => {
    const place = 'location=+48.1-011.5/';
    const source = video('camera.mov', '-c:v', 'mpeg4', '-c:a', 'pcm_s16le', '-metadata', place);
    expect(await convert(source)).toBe(true);
    const { streams, tags } = streamsOf(at('out.mp4'));
    expect(streams).toMatchObject([
      { codec_name: 'h264', pix_fmt: 'yuv420p', width: 1920, height: 872 },
      { codec_name: 'aac' },
    ]);
    expect(JSON.stringify(tags)).not.toContain('48.1');
    // The player starts before the whole file has arrived.
    const bytes = readFileSync(at('out.mp4'));
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  test('keeps H.264 and AAC in another container unchanged', async () => {
    const source = video('phone.mov', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac');
    expect(await convert(source)).toBe(true);
    expect(streamsOf(at('out.mp4')).streams).toMatchObject([
      { codec_name: 'h264', width: 2200 },
      { codec_name: 'aac' },
    ]);
  });

  test('leaves a video unchanged that every browser plays', async () => {
    const source = video('fine.mp4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac');
    expect(await convert(source)).toBe(false);
    expect(existsSync(at('out.mp4'))).toBe(false);
  });

  test.each([
    ['is no video', () => writeFileSync(at('bad'), 'not a video')],
    [
      'is cut off',
      () => writeFileSync(at('bad'), readFileSync(video('whole.avi', '-c:v', 'mpeg4')).subarray(0, 2_000)),
    ],
    [
      'is a playlist that names another file',
      () => {
        mkdirSync(at('secret'));
        const segment = video('secret/part.ts', '-c:v', 'mpeg2video');
        writeFileSync(at('bad'), `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${segment}\n#EXT-X-ENDLIST\n`);
      },
    ],
  ])('refuses a file that %s', async (_name, write) => {
    write();
    await expect(convert(at('bad'))).rejects.toMatchObject({ code: 'unsupported_type' });
  });
});
