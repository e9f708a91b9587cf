// Chooses projects, of those whose members the user manages, and the role that people get there.
import { accessRoleOf, can } from '@plumbline/core/access/capabilities';
import { listProjects } from '@plumbline/core/features/projects/contract';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useMemo, useState } from 'react';
import { callAll } from '../../../../api/client.ts';
import { shownFailure } from '../../../../shared/data/shown-failure.ts';
import { useUser } from '../../../../shared/session/session.tsx';
import { RadioGroup } from '../../../../ui/choices/radio-group.tsx';
import { VirtualList } from '../../../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../../ui/feedback/error-view.tsx';
import { SearchField } from '../../../../ui/fields/search-field.tsx';
import { OrganisationIcon } from '../../../../ui/icons.tsx';
import { Stack } from '../../../../ui/layout/primitives.tsx';
import { useT } from '../../../../ui/translation.tsx';
import { ASSIGNABLE_ROLES, type AssignableRole } from '../../team/use-people.ts';
import './project-choice.css';

/** The active projects whose members the user manages, by name. */
export function useManagedProjects() {
  const { userId } = useUser();
  const list = useQuery({
    queryKey: ['projects', 'list', 'managed'],
    queryFn: ({ signal }) => callAll(listProjects, { query: { sort: 'name', size: 1_000 } }, { signal }),
  });
  const projects = useMemo(
    () => list.data?.filter((one) => one.role !== null && can(accessRoleOf(one.role, one, userId), 'member.manage')),
    [list.data, userId],
  );
  return { ...list, projects };
}

export type ProjectsAndRole = { projectIds: ReadonlySet<string>; role: AssignableRole };

export const NO_PROJECTS: ProjectsAndRole = { projectIds: new Set(), role: 'contributor' };

/** Fewer than this do not need a scrolling list. */
const MIN_SCROLLED = 4;

type ProjectChoiceProps = { value: ProjectsAndRole; onChange: (value: ProjectsAndRole) => void };

export function ProjectChoice({ value, onChange }: ProjectChoiceProps) {
  const t = useT();
  const { projects, isPending, error, refetch } = useManagedProjects();
  const [search, setSearch] = useState('');
  const words = search.trim().toLocaleLowerCase(t.language);
  const rows = (projects ?? []).filter((one) => one.title.toLocaleLowerCase(t.language).includes(words));
  const few = projects && projects.length > 0 && projects.length < MIN_SCROLLED ? projects.length : undefined;
  return (
    <Stack gap={3} justify="start">
      <SearchField label={t('project.search')} value={search} onChange={setSearch} />
      <div
        className="project-choice"
        data-few={few}
        style={few === undefined ? undefined : ({ '--few': few } as CSSProperties)}
      >
        {error ? (
          <ErrorView failure={shownFailure(t, error)} onRetry={() => void refetch()} />
        ) : (
          <VirtualList
            label={t('project.list')}
            rows={rows}
            idOf={(one) => one.id}
            nameOf={(one) => one.title}
            rowHeight={56}
            selection={{ ids: value.projectIds, onChange: (projectIds) => onChange({ ...value, projectIds }) }}
            loading={isPending ? 'first' : undefined}
            empty={
              <EmptyState
                icon={OrganisationIcon}
                title={t(projects?.length === 0 ? 'people.noManagedProjects' : 'project.noneFound')}
              />
            }
          >
            {(one) => (
              <Stack as="span" gap={0} shrink tight>
                <span className="ui-table-text">{one.title}</span>
                <span className="ui-help ui-table-text">{one.company}</span>
              </Stack>
            )}
          </VirtualList>
        )}
      </div>
      <RadioGroup
        label={t('people.role')}
        row
        value={value.role}
        choices={ASSIGNABLE_ROLES.map((id) => ({ id, label: t(`role.${id}`) }))}
        onChange={(role) => onChange({ ...value, role })}
      />
    </Stack>
  );
}
