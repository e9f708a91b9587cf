// Signed ends of the history of projects, one for each day with changes. docs/archive-format.md describes them.
import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { ClientBase } from 'pg';
import type { Config } from '../../config/config.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import { instanceKey } from '../../http/security/instance-key.ts';

/** A private Ed25519 key in PKCS #8 is this and its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_BYTES = 32;

type Signing = { config: Pick<Config, 'secretKey'>; clock: { now(): Date } };
type Head = { day: string; position: number; chain: Buffer };

const privateKey = (secret: Buffer): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8, instanceKey(secret, 'history')]), format: 'der', type: 'pkcs8' });

/** The key with which this installation signs, the last 32 bytes of its standard form. */
const publicKey = (secret: Buffer): Buffer =>
  createPublicKey(privateKey(secret)).export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_BYTES);

/** The public key in hexadecimal, to compare with that of an archive. */
export const historyKey = ({ secretKey }: Pick<Config, 'secretKey'>): string => publicKey(secretKey).toString('hex');

/** What is signed, and stamped. */
export function headText({ organisationId, projectId }: ProjectKey, head: Head, signedAt: Date): string {
  const lines = [
    organisationId,
    projectId,
    head.day,
    head.position,
    head.chain.toString('hex'),
    signedAt.toISOString(),
  ];
  return `plumbline-history-head-1\n${lines.join('\n')}\n`;
}

function signed({ config: { secretKey }, clock }: Signing, project: ProjectKey, head: Head) {
  const signedAt = clock.now();
  const text = headText(project, head, signedAt);
  return { signedAt, key: publicKey(secretKey), signature: sign(null, Buffer.from(text), privateKey(secretKey)) };
}

/** Signs the end of the history unless there are no changes since the last signature, or it was signed today. */
export async function signHead(db: ClientBase, signing: Signing, project: ProjectKey): Promise<void> {
  const values = [project.organisationId, project.projectId];
  const found = await db.query<{ position: number; chain: Buffer }>(
    `SELECT l.head::float8 AS position, l.chain FROM project_log l
     WHERE l.organisation_id = $1 AND l.project_id = $2 AND l.head > coalesce((SELECT max(h.position) FROM history_head h
       WHERE h.organisation_id = l.organisation_id AND h.project_id = l.project_id), 0)`,
    values,
  );
  const [end] = found.rows;
  if (!end) return;
  const day = signing.clock.now().toISOString().slice(0, 10);
  const { signedAt, key, signature } = signed(signing, project, { day, ...end });
  await db.query(
    `INSERT INTO history_head (organisation_id, project_id, day, position, chain, signed_at, public_key, signature)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [...values, day, end.position, end.chain, signedAt, key, signature],
  );
}

/** Signs the ends from this position on again, after an erasure has rewritten the changes before them. */
export async function signHeadsAgain(
  db: ClientBase,
  signing: Signing,
  project: ProjectKey,
  from: number,
): Promise<void> {
  const values = [project.organisationId, project.projectId];
  const found = await db.query<Head>(
    `SELECT to_char(h.day, 'YYYY-MM-DD') AS day, h.position::float8 AS position, (SELECT c.chain FROM change c
       WHERE c.organisation_id = $1 AND c.project_id = $2 AND c.position <= h.position
       ORDER BY c.position DESC LIMIT 1) AS chain
     FROM history_head h WHERE h.organisation_id = $1 AND h.project_id = $2 AND h.position >= $3`,
    [...values, from],
  );
  for (const head of found.rows) {
    const { signedAt, key, signature } = signed(signing, project, head);
    await db.query(
      `UPDATE history_head SET chain = $4, signed_at = $5, public_key = $6, signature = $7, time_stamp = NULL
       WHERE organisation_id = $1 AND project_id = $2 AND day = $3`,
      [...values, head.day, head.chain, signedAt, key, signature],
    );
  }
}
