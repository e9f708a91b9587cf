// The members of a project as the screen lists them. All are read at once, because a project has few.
import { type exportMembers, MAX_EXPORTED_ROWS } from '@plumbline/core/features/exports/contract';
import { listMembersBy, memberName } from '@plumbline/core/features/people/listed';
import { teamOf } from '@plumbline/core/features/people/rules';
import type { RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import type { Actor } from '@plumbline/core/site/actor';
import { readableBy } from '@plumbline/core/site/contact-data';
import type { MemberRow, TeamRow } from '@plumbline/core/site/rows/people';
import type { PoolClient } from 'pg';
import { ROW_TYPES, selectList } from '../../db/tx/columns.ts';
import type { ProjectKey } from '../../db/tx/rows.ts';
import type { ColumnContext } from './columns.ts';

type Query = RequestOf<typeof exportMembers>['query'];
type Reader = { db: PoolClient; projectKey: ProjectKey; actor: Actor };

/** Exported data of a member. */
export type MemberExportRow = MemberRow & { roleName: string; teamTitle: string };

async function rowsOf<Row extends MemberRow | TeamRow>(
  { db, projectKey }: Reader,
  entity: 'member' | 'team',
): Promise<Row[]> {
  const found = await db.query<Row>({
    text: `SELECT ${selectList(entity, 'r')} FROM ${entity} r WHERE r.organisation_id = $1 AND r.project_id = $2
           ORDER BY ${entity === 'member' ? 'last_name COLLATE natural_order, first_name COLLATE natural_order' : 'title'}, id
           LIMIT ${MAX_EXPORTED_ROWS + 1}`,
    values: [projectKey.organisationId, projectKey.projectId],
    types: ROW_TYPES,
  });
  return found.rows;
}

/** Returns all members as a single batch. Throws `too_large` above the row limit of a file. */
export async function listedMembers(
  reader: Reader,
  query: Query,
  { t }: ColumnContext,
): Promise<AsyncIterable<MemberExportRow[]>> {
  const members = (await rowsOf<MemberRow>(reader, 'member')).map((row) => readableBy(reader.actor, row));
  if (members.length > MAX_EXPORTED_ROWS) throw new AppError('too_large', { params: { limit: MAX_EXPORTED_ROWS } });
  const teams = await rowsOf<TeamRow>(reader, 'team');
  const people = members.map((member) => ({
    member,
    name: memberName(member),
    roleName: t(`role.${member.role}`),
    teamTitle: teamOf(teams, member.userId)?.title ?? '',
  }));
  const lines = listMembersBy(people, query, t.locale).map(({ member, roleName, teamTitle }) => ({
    ...member,
    roleName,
    teamTitle,
  }));
  return (async function* () {
    yield lines;
  })();
}
