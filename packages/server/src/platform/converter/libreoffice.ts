// Converts documents with LibreOffice: one process per document, with a temporary profile and none of our environment.
// Documents are untrusted, so it may run no macros, load no links, and has a time limit.
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AppError } from '@plumbline/core/kernel/errors';
import { createPresence, type ProgramResult, runProgram } from '../external-program.ts';
import type { Converter, ConvertOptions } from './converter.ts';

export type LibreOfficeOptions = {
  /** Path of the program if it is not in one of the usual locations. */
  path?: string | undefined;
  /** Folder for profiles and results during a conversion. */
  scratch: string;
  now?: () => number;
};

const PROGRAM_PATHS = [
  '/usr/local/bin',
  '/usr/bin',
  '/bin',
  '/snap/bin',
  '/usr/lib/libreoffice/program',
  '/opt/libreoffice/program',
  '/Applications/LibreOffice.app/Contents/MacOS',
].join(':');

const TIMEOUT_MS = 180_000;
/** Time limit for querying the version; a cold start from a slow disk takes seconds. */
const VERSION_MS = 30_000;

const BASE = [
  '--headless',
  '--invisible',
  '--norestore',
  '--nologo',
  '--nodefault',
  '--nolockcheck',
  '--nofirststartwizard',
];

/** Read by fontconfig, if this system has it. */
const FONTS_FILE = 'fonts.conf';
const EMOJI = '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf';

/** The fonts of the system, and ours for emoji, which a server seldom has. */
const fontsFile = (): string => `<?xml version="1.0"?>
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${dirname(createRequire(import.meta.url).resolve(EMOJI))
  .replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;')}</dir>
</fontconfig>
`;

const run = (program: string, args: readonly string[], home: string, signal: AbortSignal): Promise<ProgramResult> =>
  runProgram(program, args, {
    signal,
    env: {
      PATH: PROGRAM_PATHS,
      HOME: home,
      TMPDIR: home,
      LANG: 'C.UTF-8',
      SAL_USE_VCLPLUGIN: 'svp',
      FONTCONFIG_FILE: join(home, FONTS_FILE),
    },
  });

/**
 * The profile forbids all macros, and loading or refreshing anything that a document links to. It keeps few decoded images:
 * with the defaults, memory grows with the photos of a report (500 pins with 1,000 photos: 615 MB instead of 310 MB, in the
 * same time).
 */
const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
${[
  ['org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['org.openoffice.Office.Common/Cache/GraphicManager', 'TotalCacheSize', '10000000'],
  ['org.openoffice.Office.Common/Cache/GraphicManager', 'ObjectCacheSize', '1000000'],
  ['org.openoffice.Office.Common/Cache/GraphicManager', 'GraphicMemoryLimit', '20000000'],
  ['org.openoffice.Office.Common/Cache/GraphicManager', 'GraphicAllowedIdleTime', '1'],
]
  .map(
    ([path, name, value]) =>
      `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  .join('\n')}
</oor:items>
`;

export function libreOffice({ path, scratch, now = Date.now }: LibreOfficeOptions): Converter {
  const program = path ?? 'soffice';

  async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    await mkdir(scratch, { recursive: true });
    const folder = await mkdtemp(join(scratch, 'office-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  const available = createPresence(
    () =>
      withFolder(async (home) => (await run(program, ['--version'], home, AbortSignal.timeout(VERSION_MS))).code === 0),
    now,
  );

  async function convert(source: string, target: string, folder: string, signal: AbortSignal): Promise<void> {
    const profile = join(folder, 'profile');
    await mkdir(join(profile, 'user'), { recursive: true });
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), SETTINGS);
    await writeFile(join(folder, FONTS_FILE), fontsFile());
    const args = [
      ...BASE,
      `-env:UserInstallation=${pathToFileURL(profile).href}`,
      '--convert-to',
      'pdf:writer_pdf_Export',
      '--outdir',
      folder,
      source,
    ];
    const { code, said } = await run(program, args, folder, signal);
    const created = join(folder, `${basename(source, extname(source))}.pdf`);
    const size = await stat(created).then(
      (info) => info.size,
      () => 0,
    );
    if (signal.aborted) throw signal.reason;
    // LibreOffice exits with 0 for documents it could not read.
    if (code !== 0 || size === 0)
      throw new Error(`LibreOffice produced no PDF (code ${code}): ${said.trim().slice(-2_000)}`);
    await rename(created, target);
  }

  return {
    available,

    async toPdf(source: string, target: string, { signal, timeoutMs = TIMEOUT_MS }: ConvertOptions = {}) {
      if (!(await available())) throw new AppError('converter_absent');
      const limit = AbortSignal.timeout(timeoutMs);
      const ended = signal ? AbortSignal.any([signal, limit]) : limit;
      await withFolder((folder) => convert(source, target, folder, ended));
    },
  };
}
