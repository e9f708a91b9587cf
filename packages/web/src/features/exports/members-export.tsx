// The members of a project as a file or on paper.
import { useRow, useRowsBy } from '../../local/use-rows.ts';
import { useT } from '../../ui/translation.tsx';
import { ListExport } from './list-export.tsx';

export function MembersExport({ projectId }: { projectId: string }) {
  const t = useT();
  const project = useRow('project', projectId);
  const members = useRowsBy('member', 'projectId', projectId) ?? [];
  const shown = members
    .filter(({ state }) => state !== 'removed')
    .toSorted((a, b) => a.lastName.localeCompare(b.lastName, t.locale) || (a.id < b.id ? -1 : 1));
  return (
    <ListExport
      title={[project?.title, t('people.members')].filter(Boolean).join(' – ')}
      path={`/api/memberships-api/projects/${projectId}/exports/members`}
      query={new URLSearchParams({ state: 'current' })}
      print={{
        rows: shown,
        idOf: (member) => member.id,
        filter: [],
        columns: [
          { id: 'name', header: t('people.name'), cell: (one) => `${one.firstName} ${one.lastName}`.trim() },
          { id: 'email', header: t('people.email'), cell: (one) => one.email },
          { id: 'company', header: t('people.company'), cell: (one) => one.companyName },
          { id: 'craft', header: t('people.craft'), cell: (one) => one.craft },
          { id: 'role', header: t('people.role'), cell: (one) => t(`role.${one.role}`) },
          { id: 'state', header: t('people.state'), cell: (one) => t(`people.state.${one.state}`) },
        ],
      }}
    />
  );
}
