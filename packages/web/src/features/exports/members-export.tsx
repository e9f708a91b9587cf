// Exports or prints the members of a project.
import type { ListedMember, MemberView } from '@plumbline/core/features/people/listed';
import { useRow } from '../../local/use-rows.ts';
import { useT } from '../../ui/translation.tsx';
import { ListExport } from './list-export.tsx';

type MembersExportProps = { projectId: string; view: MemberView; rows: readonly ListedMember[] };

export function MembersExport({ projectId, view, rows }: MembersExportProps) {
  const t = useT();
  const project = useRow('project', projectId);
  const { search, inactive, role, state, sort, order } = view;
  const query = new URLSearchParams({
    ...{ inactive: String(inactive), sort, order },
    ...(search.trim() && { search }),
    ...(role && { role }),
    ...(state && { state }),
  });
  return (
    <ListExport
      title={[project?.title, t('people.members')].filter(Boolean).join(' – ')}
      path={`/api/memberships-api/projects/${projectId}/exports/members`}
      query={query}
      print={{
        rows,
        idOf: ({ member }) => member.id,
        filter: [
          ...(search.trim() === '' ? [] : [`“${search.trim()}”`]),
          ...(role ? [t(`role.${role}`)] : []),
          ...(state ? [t(`people.state.${state}`)] : []),
        ],
        columns: [
          { id: 'name', header: t('people.name'), cell: ({ name }) => name },
          // Blank for readers who may not see email addresses.
          ...(rows.some(({ member }) => member.email !== '')
            ? [{ id: 'email', header: t('people.email'), cell: ({ member }: ListedMember) => member.email }]
            : []),
          { id: 'company', header: t('people.company'), cell: ({ member }) => member.companyName },
          { id: 'craft', header: t('people.craft'), cell: ({ member }) => member.craft },
          { id: 'role', header: t('people.role'), cell: ({ roleName }) => roleName },
          { id: 'team', header: t('people.team'), cell: ({ teamTitle }) => teamTitle },
          { id: 'state', header: t('people.state'), cell: ({ member }) => t(`people.state.${member.state}`) },
        ],
      }}
    />
  );
}
