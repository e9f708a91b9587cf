// What the projects of an organisation use in storage, and what people have uploaded, by licence. Counted on each request.
import type { organisationStorage } from '@plumbline/core/features/organisations/organisation-contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { tenantSnapshot } from '../../db/tx/transaction.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../../platform/services.ts';

type Reply = ReplyOf<typeof organisationStorage>;

const PROJECTS = `
  WITH file AS (
    SELECT project_id, blob_id, CASE entity WHEN 'revision' THEN 'plans' ELSE 'media' END AS kind
      FROM blob_reference WHERE organisation_id = $1
    UNION SELECT project_id, blob_id, 'plans' FROM model, unnest(ARRAY[pack_blob_id, original_blob_id]) blob_id
      WHERE organisation_id = $1
    UNION SELECT project_id, blob_id, 'reports' FROM report WHERE organisation_id = $1 AND blob_id IS NOT NULL
    UNION SELECT project_id, blob_id, 'reports' FROM report_template WHERE organisation_id = $1),
  size AS (
    SELECT f.project_id, f.kind, sum(b.size)::float8 AS bytes
    FROM file f JOIN blob b ON b.organisation_id = $1 AND b.id = f.blob_id GROUP BY f.project_id, f.kind)
  SELECT p.id, p.title, p.active, coalesce(sum(s.bytes) FILTER (WHERE s.kind = 'plans'), 0) AS plans,
    coalesce(sum(s.bytes) FILTER (WHERE s.kind = 'media'), 0) AS media,
    coalesce(sum(s.bytes) FILTER (WHERE s.kind = 'reports'), 0) AS reports, coalesce(sum(s.bytes), 0) AS total
  FROM project p LEFT JOIN size s ON s.project_id = p.id
  WHERE p.organisation_id = $1 GROUP BY p.id, p.title, p.active ORDER BY total DESC, p.title COLLATE natural_order, p.id`;

const LICENCES = `
  SELECT m.licence, count(*) FILTER (WHERE m.state <> 'removed')::integer AS people, coalesce(sum(u.bytes), 0)::float8 AS bytes
  FROM organisation_people() m
  FULL JOIN (SELECT user_id, bytes FROM upload_usage WHERE organisation_id = $1) u ON u.user_id = m.user_id
  GROUP BY m.licence ORDER BY bytes DESC, m.licence`;

export const readStorage = ({ pool }: Services, { organisationId }: Session): Promise<Reply> =>
  tenantSnapshot(pool, organisationId, async (db) => ({
    projects: (await db.query<Reply['projects'][number]>(PROJECTS, [organisationId])).rows,
    licences: (await db.query<Reply['licences'][number]>(LICENCES, [organisationId])).rows,
  }));
