// The JSON Schema of an archive, derived from the row schemas, so that it can never differ from what is written.
import { BCF_VERSIONS } from '@plumbline/core/features/exchange/bcf-versions';
import { ROW_SCHEMAS } from '@plumbline/core/site/row-schemas';
import { z } from 'zod';
import { isNode } from '../exchange/bcf/tree.ts';

/** Name and version of the format. A version is raised when readers of the one before would misread the file. */
export const FORMAT = 'plumbline-archive';
export const FORMAT_VERSION = 1;

const uuid = z.uuid();
const instant = z.iso.datetime();
const hex = z.string().regex(/^[0-9a-f]*$/u);

/** Readers ignore what they do not know: new fields do not raise the version. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  createdAt: instant,
  /** Who exported it; the archive contains what this person may see. */
  createdBy: z.object({ id: uuid, name: z.string() }),
  organisation: z.object({ id: uuid, name: z.string() }),
  language: z.string(),
  projects: z.array(
    z.object({
      id: uuid,
      title: z.string(),
      /** The exporting person's role. */
      role: z.string(),
      history: z.object({ changes: z.int(), chain: hex }),
      /** File name without `.json` → number of rows. */
      parts: z.record(z.string(), z.int()),
    }),
  ),
  files: z.array(
    z.object({ id: uuid, path: z.string(), name: z.string(), mime: z.string(), size: z.int(), sha256: hex }),
  ),
  /** Files that rows refer to, but that were missing in the store. */
  missing: z.array(uuid),
});

const change = z.union([
  z.strictObject({
    ...{ position: z.int(), entity: z.string(), entityId: uuid, action: z.string() },
    ...{ actorId: uuid.nullable(), deviceId: uuid.nullable(), mutation: z.int().nullable(), at: instant },
    ...{ before: z.looseObject({}).nullable(), after: z.looseObject({}), chain: hex },
  }),
  /** A change of something that the exporting person may not see. */
  z.strictObject({ position: z.int(), chain: hex }),
]);

/** A path within a BCF file that does not lead out of it. */
const path = z.string().regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))[^\\]+$/u);

const OTHER_ROWS = {
  history: change,
  head: z.strictObject({
    ...{ day: z.iso.date(), position: z.int(), chain: hex, signedAt: instant, publicKey: hex, signature: hex },
  }),
  topic: z.strictObject({
    ...{ pinId: uuid, version: z.enum(BCF_VERSIONS), folder: z.string().regex(/^[^/\\]+$/u) },
    /** The element with its name, attributes, children and text. */
    markup: z.looseObject({ name: z.literal('Markup') }).refine(isNode),
    files: z.array(
      z.strictObject({ kind: z.enum(['viewpoint', 'snapshot', 'file']), name: z.string(), path, blobId: uuid }),
    ),
    ...{ extensions: z.record(z.string(), z.array(z.string())), became: z.array(uuid) },
  }),
  dataset: z.strictObject({
    ...{ id: uuid, title: z.string(), columns: z.array(z.string()), idColumn: z.string(), titleColumn: z.string() },
    ...{ active: z.boolean(), createdBy: uuid, createdAt: instant },
  }),
  record: z.strictObject({
    ...{ id: uuid, datasetId: uuid, key: z.string(), title: z.string(), record: z.array(z.string()) },
    ...{ rowNumber: z.int(), active: z.boolean() },
  }),
  report: z.strictObject({
    ...{ id: uuid, number: z.int().nullable(), title: z.string(), templateTitle: z.string(), format: z.string() },
    ...{ language: z.string(), blobId: uuid.nullable(), createdBy: uuid, createdAt: instant },
  }),
};

/** Part of a project → schema of one row in its file. */
export const ARCHIVED_ROWS: Readonly<Record<string, z.ZodType>> = {
  ...ROW_SCHEMAS,
  ...OTHER_ROWS,
};

/** The schema of `archive.json`, with one definition per kind of row: `projects/<id>/<kind>.json` is a list of them. */
export function archiveSchema(): object {
  const json = (schema: z.ZodType) => {
    const { $schema: _dialect, ...definition } = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' });
    return definition;
  };
  return {
    ...z.toJSONSchema(manifestSchema),
    title: `${FORMAT} ${FORMAT_VERSION}`,
    $defs: Object.fromEntries(Object.entries(ARCHIVED_ROWS).map(([name, schema]) => [name, json(schema)])),
  };
}
