import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { libreOffice } from './libreoffice.ts';

const root = mkdtempSync(join(tmpdir(), 'plumbline-office-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
});

const scratch = () => join(folder, 'scratch');

/** An executable that behaves as `script` says and prints its version if asked for it. */
function program(script: string): string {
  const path = join(folder, 'office');
  writeFileSync(path, `#!/bin/sh\n[ "$1" = --version ] && exit 0\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
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

const source = () => {
  const path = join(folder, 'report.docx');
  writeFileSync(path, 'x');
  return path;
};

describe('a converter', () => {
  test('that is missing is reported, and looked for again later', async () => {
    let now = 0;
    const path = join(folder, 'office');
    const converter = libreOffice({ path, scratch: scratch(), now: () => now });
    expect(await converter.available()).toBe(false);
    await expect(converter.toPdf(source(), join(folder, 'out.pdf'))).rejects.toMatchObject({
      code: 'converter_absent',
    });
    program('exit 0');
    expect(await converter.available()).toBe(false);
    now += 61_000;
    expect(await converter.available()).toBe(true);
    // Once found, it is not looked for again.
    rmSync(path);
    now += 600_000;
    expect(await converter.available()).toBe(true);
  });

  test('that hangs is killed with all its child processes', async () => {
    const path = program(`sleep 600 & echo $! > ${folder}/child; echo $$ > ${folder}/parent; wait`);
    const converter = libreOffice({ path, scratch: scratch() });
    const off = new AbortController();
    const converting = converter.toPdf(source(), join(folder, 'out.pdf'), { signal: off.signal });
    converting.catch(() => {});
    await until(() => existsSync(`${folder}/parent`));
    off.abort(new Error('cancelled'));
    await expect(converting).rejects.toThrow('cancelled');
    for (const name of ['child', 'parent']) {
      const pid = Number(readFileSync(`${folder}/${name}`, 'utf8'));
      await until(() => !isAlive(pid));
    }
    expect(readdirSync(scratch())).toEqual([]);
  });

  test('is killed after its time limit', async () => {
    const converter = libreOffice({ path: program('sleep 600'), scratch: scratch() });
    const converting = converter.toPdf(source(), join(folder, 'out.pdf'), { timeoutMs: 50 });
    await expect(converting).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('that produces no file has failed, whatever its exit code', async () => {
    const converter = libreOffice({ path: program('echo "no such filter"; exit 0'), scratch: scratch() });
    await expect(converter.toPdf(source(), join(folder, 'out.pdf'))).rejects.toThrow('no such filter');
    expect(existsSync(join(folder, 'out.pdf'))).toBe(false);
  });

  test('runs no macros, loads no links, and keeps few decoded images', async () => {
    const profile = '-env:UserInstallation=file://';
    const copy = `cp "\${one#${profile}}/user/registrymodifications.xcu" ${folder}/settings`;
    const path = program(`for one in "$@"; do case $one in ${profile}*) ${copy};; esac; done; exit 1`);
    await libreOffice({ path, scratch: scratch() })
      .toPdf(source(), join(folder, 'out.pdf'))
      .catch(() => {});
    const settings = readFileSync(`${folder}/settings`, 'utf8');
    const settingOf = (name: string) => new RegExp(`"${name}"[^>]*><value>(\\w+)`, 'u').exec(settings)?.[1];
    expect(settingOf('DisableMacrosExecution')).toBe('true');
    expect(settingOf('BlockUntrustedRefererLinks')).toBe('true');
    expect(Number(settingOf('TotalCacheSize'))).toBeLessThanOrEqual(10_000_000);
    expect(Number(settingOf('GraphicMemoryLimit'))).toBeLessThanOrEqual(20_000_000);
  });

  test('has the fonts of the system, and ours for emoji', async () => {
    const path = program(`cp "$FONTCONFIG_FILE" ${folder}/fonts; exit 1`);
    await libreOffice({ path, scratch: scratch() })
      .toPdf(source(), join(folder, 'out.pdf'))
      .catch(() => {});
    const fonts = readFileSync(`${folder}/fonts`, 'utf8');
    expect(fonts).toContain('>/etc/fonts/fonts.conf</include>');
    const added = /<dir>(.*)<\/dir>/u.exec(fonts)?.[1] ?? '';
    expect(readdirSync(added)).toContain('NotoEmoji_400Regular.ttf');
  });

  test('gets none of our environment variables', async () => {
    process.env.CANARY = 'secret';
    const converter = libreOffice({ path: program(`env > ${folder}/env; exit 1`), scratch: scratch() });
    await converter.toPdf(source(), join(folder, 'out.pdf')).catch(() => {});
    delete process.env.CANARY;
    expect(readFileSync(`${folder}/env`, 'utf8')).not.toContain('CANARY');
  });
});

const real = libreOffice({ scratch: join(root, 'real') });

/** The process that does the work for a conversion in this folder. */
function officeIn(path: string): number | undefined {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/u.test(entry))) {
    try {
      const [program = '', ...args] = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
      if (program.endsWith('soffice.bin') && args.some((one) => one.includes(path))) return Number(name);
    } catch {
      // It has ended meanwhile.
    }
  }
  return undefined;
}

describe.skipIf(!(await real.available()))('LibreOffice (skipped if it is not installed)', () => {
  test('fails without leaving files when it is killed during a conversion, and converts the next time', async () => {
    const from = join(folder, 'long.rtf');
    writeFileSync(from, `{\\rtf1 ${'A line of a long report.\\par\n'.repeat(20_000)}}`);
    const to = join(folder, 'long.pdf');
    const own = join(folder, 'killed');
    const converter = libreOffice({ scratch: own });
    let pid: number | undefined;
    const converting = converter.toPdf(from, to);
    const failed = expect(converting).rejects.toThrow('LibreOffice produced no PDF');
    await until(() => {
      pid = officeIn(own);
      return pid !== undefined;
    });
    process.kill(pid ?? 0, 'SIGKILL');
    await failed;
    expect(existsSync(to)).toBe(false);
    expect(readdirSync(own)).toEqual([]);
    writeFileSync(from, '{\\rtf1 short}');
    await converter.toPdf(from, to);
    expect(readFileSync(to).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('converts documents to PDF, two at the same time', async () => {
    const texts = ['one', 'two'];
    await Promise.all(
      texts.map(async (name) => {
        const from = join(folder, `${name}.rtf`);
        writeFileSync(from, `{\\rtf1 ${name}}`);
        await real.toPdf(from, join(folder, `${name}.pdf`));
      }),
    );
    for (const name of texts)
      expect(
        readFileSync(join(folder, `${name}.pdf`))
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    expect(readdirSync(join(root, 'real'))).toEqual([]);
  });
});
