// The files of an archive in their order: what rows say, the files they refer to, the tiles of plans, and the page that
// shows all of it. docs/archive-format.md describes them.
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { PIN_COLOURS } from '@plumbline/core/site/values/pin-colours';
import { LANGUAGES } from '@plumbline/locales/languages';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import { textsIn } from '../../http/texts.ts';
import type { StreamedPart } from '../../office/zip-write.ts';
import { transientBytes } from '../../platform/files/files.ts';
import type { Services } from '../../platform/services.ts';
import type { Gathered } from './gather.ts';
import { HISTORY_RULES, READER_TEXTS, READER_VALUES } from './reader-texts.ts';
import { archiveSchema, FORMAT, FORMAT_VERSION } from './schema.ts';
import { tilesOf } from './tiles.ts';

export type Contents = {
  organisationId: string;
  createdAt: Date;
  createdBy: { id: string; name: string };
  organisation: string;
  /** Language in which the page opens. */
  language: string;
  projects: Gathered[];
  /** Holds one folder per project, named by its id. */
  folder: string;
  /** Whether the pieces of a file are written before the next ones are asked for, so that they can share a buffer. */
  inTurn: boolean;
};

type StoredBlob = { id: string; key: string; name: string; mime: string; size: number; sha256: string };

const READER = new URL('reader/', import.meta.url);
/** Files of the page, copied as they are. */
const READER_FILES = {
  'index.html': 'index.html',
  'verify.js': 'verify.js',
  ...Object.fromEntries(
    [
      ...['reader.css', 'model.js', 'parts.js', 'plan.js', 'history-text.js', 'history.js'],
      ...['verification.js', 'main.js'],
    ].map((file) => [`reader/${file}`, file]),
  ),
};
/** How many blobs are looked up at a time. */
const BATCH = 500;
const BUFFER_BYTES = 1_048_576;

async function findBlobs(services: Services, organisationId: string, ids: readonly string[]): Promise<StoredBlob[]> {
  const found: StoredBlob[] = [];
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = await tenantSnapshot(services.pool, organisationId, (db) =>
      db.query<StoredBlob>(
        `SELECT id, key, name, mime, size::float8 AS size, encode(sha256, 'hex') AS sha256 FROM blob
         WHERE organisation_id = $1 AND id = ANY ($2) ORDER BY id`,
        [organisationId, ids.slice(at, at + BATCH)],
      ),
    );
    found.push(...some.rows);
  }
  return found;
}

/** Bytes of the files that the rows refer to. */
export async function bytesOf(services: Services, { organisationId, projects }: Contents): Promise<number> {
  const ids = new Set(projects.flatMap(({ blobIds, packs }) => [...blobIds, ...packs.map(({ blobId }) => blobId)]));
  const blobs = await findBlobs(services, organisationId, [...ids]);
  return blobs.reduce((sum, { size }) => sum + size, 0);
}

/** The path of a file in the archive: its id, with the ending of its name where that is harmless. */
function pathOf({ id, name }: StoredBlob): string {
  const end = extname(name).toLowerCase();
  return `files/${id}${/^\.[a-z0-9]{1,8}$/u.test(end) ? end : ''}`;
}

/** Opens one file after the other: of the store by their keys, and local ones. */
function opener({ files }: Services, inTurn: boolean) {
  const { localPath } = files;
  const buffer = Buffer.allocUnsafe(inTurn ? BUFFER_BYTES : 0);
  const local = (path: string): AsyncIterable<Buffer> =>
    inTurn ? transientBytes(path, buffer) : (createReadStream(path) as AsyncIterable<Buffer>);
  const stored = async (key: string): Promise<AsyncIterable<Buffer>> =>
    inTurn && localPath ? local(localPath(key)) : ((await files.open(key)) as AsyncIterable<Buffer>);
  return { local, stored };
}

async function* bytes(content: string | Buffer): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
}

const script = (name: string, value: unknown): string => `archive.${name}(${JSON.stringify(value)});\n`;

/** A JSON file as a script, because pages opened from a disk may load scripts but not JSON. */
async function* asScript(json: AsyncIterable<Buffer>, projectId: string, part: string): AsyncGenerator<Buffer> {
  yield Buffer.from(`archive.rows(${JSON.stringify(projectId)}, ${JSON.stringify(part)}, `);
  yield* json;
  yield Buffer.from(');\n');
}

/** Yields the files; the last one, `hashes.txt`, has the SHA-256 of all others in the form of `sha256sum`. */
export async function* archiveFiles(services: Services, contents: Contents): AsyncGenerator<StreamedPart> {
  const { organisationId, createdAt: at, projects, folder } = contents;
  const opened = opener(services, contents.inTurn);
  const hashes: string[] = [];
  const hashed = (file: StreamedPart): StreamedPart => ({
    ...file,
    open: async () => noted(await file.open(), createHash('sha256'), (hash) => hashes.push(`${hash}  ${file.name}\n`)),
  });
  const text = (name: string, content: string): StreamedPart => hashed({ name, at, open: async () => bytes(content) });

  for (const [name, file] of Object.entries(READER_FILES))
    yield text(name, await readFile(new URL(file, READER), 'utf8'));
  yield text(
    'reader/texts.js',
    script('texts', readerTexts()) + script('colours', PIN_COLOURS) + script('rules', HISTORY_RULES),
  );
  yield text('schema.json', `${JSON.stringify(archiveSchema(), null, 2)}\n`);

  for (const project of projects) {
    for (const part of Object.keys(project.parts)) {
      const path = join(folder, project.projectId, `${part}.json`);
      const base = `projects/${project.projectId}/${part}`;
      const json = async () => opened.local(path);
      yield hashed({ name: `${base}.json`, at, open: json });
      const open = async () => asScript(opened.local(path), project.projectId, part);
      yield hashed({ name: `${base}.js`, at, open });
    }
    for (const { day, text: signed, response } of project.stamps) {
      const base = `projects/${project.projectId}/heads/${day}`;
      yield text(`${base}.txt`, signed);
      yield hashed({ name: `${base}.tsr`, at, open: async () => bytes(response), stored: true });
    }
  }

  const blobs = await findBlobs(services, organisationId, [...new Set(projects.flatMap((one) => one.blobIds))]);
  const missing: string[] = [];
  for (const blob of blobs) {
    if (!(await services.files.stat(blob.key))) {
      missing.push(blob.id);
      continue;
    }
    yield hashed({ name: pathOf(blob), at, open: () => opened.stored(blob.key), stored: true });
  }
  const files = blobs
    .filter((blob) => !missing.includes(blob.id))
    .map(({ key: _key, ...blob }) => ({ ...blob, path: pathOf({ ...blob, key: '' }) }));

  for (const { projectId, packs } of projects) {
    const stored = new Map(
      (
        await findBlobs(
          services,
          organisationId,
          packs.map((one) => one.blobId),
        )
      ).map((one) => [one.id, one.key]),
    );
    for (const { revisionId, blobId } of packs) {
      const key = stored.get(blobId);
      if (key === undefined || !(await services.files.stat(key))) {
        missing.push(blobId);
        continue;
      }
      for await (const { z, x, y, open } of tilesOf(services.files, key))
        yield hashed({ name: `projects/${projectId}/tiles/${revisionId}/${z}/${x}-${y}.webp`, at, open, stored: true });
    }
  }

  const manifest = {
    ...{ format: FORMAT, version: FORMAT_VERSION, createdAt: at.toISOString(), createdBy: contents.createdBy },
    organisation: { id: organisationId, name: contents.organisation },
    language: contents.language,
    projects: projects.map(({ blobIds: _ids, packs: _packs, stamps: _stamps, projectId, ...project }) => ({
      id: projectId,
      ...project,
    })),
    files,
    missing,
  };
  yield text('archive.json', `${JSON.stringify(manifest, null, 1)}\n`);
  yield text('archive.js', script('manifest', manifest));
  yield { name: 'hashes.txt', at, open: async () => bytes(hashes.join('')) };
}

async function* noted(pieces: AsyncIterable<Buffer>, hash: Hash, done: (hex: string) => void): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  done(hash.digest('hex'));
}

/** Values that leave the placeholders of texts as they are, for the page to fill. */
const UNFILLED = Object.fromEntries(READER_VALUES.map((name) => [name, `{${name}}`]));

/** Language → key → text, for the words that the page shows. */
export function readerTexts(): Record<string, Record<string, string>> {
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const t = textsIn(language);
      return [language, Object.fromEntries(READER_TEXTS.map((key) => [key, t(key, UNFILLED)]))];
    }),
  );
}
