// Ids of imported rows, derived from the row's own id or content: a repeated import finds what it has written before.
import { createHash } from 'node:crypto';
import type { ProjectKey } from '../../../db/tx/rows.ts';
import { renewIn } from '../../../platform/renew-ids.ts';

const KINDS = ['pin', 'task', 'post', 'photo', 'comment', 'category', 'field', 'contact', 'project contact'] as const;
type Kind = (typeof KINDS)[number];

export type IdOf = (kind: Kind, key: string) => string;

export function idsIn({ organisationId, projectId }: ProjectKey): IdOf {
  const renew = renewIn(`${organisationId} ${projectId} pins`);
  return (kind, key) => renew(`${kind} ${key}`);
}

export const hashOf = (cells: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(cells)).digest('hex');
