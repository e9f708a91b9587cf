// Empty state of My work: nothing is waiting, or there is no project yet and the next step is to get one.
import { useQuery } from '@tanstack/react-query';
import { projectSearch } from '../../../shared/data/project-queries.ts';
import { useUser } from '../../../shared/session/session.tsx';
import { LinkButton } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { AddIcon, OrganisationIcon, SuccessIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';

export function NoWork() {
  const t = useT();
  const mayCreate = useUser().permissions.includes('project.create');
  const projects = useQuery(projectSearch('', 1));
  if (projects.isLoading) return <Skeleton lines={4} />;
  if (projects.data?.totalElements === 0) {
    return (
      <EmptyState
        icon={OrganisationIcon}
        title={t('project.emptyTitle')}
        action={
          mayCreate && (
            <LinkButton kind="next" size="l" icon={AddIcon} href="/project/new">
              {t('project.new')}
            </LinkButton>
          )
        }
      >
        {t(mayCreate ? 'project.emptyText' : 'project.emptyInvited')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SuccessIcon}
      title={t('work.empty')}
      action={<LinkButton href="/">{t('nav.allProjects')}</LinkButton>}
    >
      {t('work.emptyText')}
    </EmptyState>
  );
}
