// Empty state of the project list: the reason, and the one next step.
import { projectsTaskAddress } from '../../../shared/navigation/addresses.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { AddIcon, FolderIcon, OrganisationIcon, SearchIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { ProjectView } from '../project-view.ts';

type NoProjectsProps = {
  searched: string;
  view: ProjectView;
  mayCreate: boolean;
  folderId: string | null;
  onClear: () => void;
};

export function NoProjects({ searched, view, mayCreate, folderId, onClear }: NoProjectsProps) {
  const t = useT();
  if (searched !== '') {
    return (
      <EmptyState
        icon={SearchIcon}
        title={t('project.noneFound')}
        action={<Button onPress={onClear}>{t('project.clearSearch')}</Button>}
      />
    );
  }
  if (view.state === 'inactive') {
    return <EmptyState icon={OrganisationIcon} title={t('project.noneInactive')} />;
  }
  if (folderId !== null) {
    return (
      <EmptyState
        icon={FolderIcon}
        title={t('project.emptyFolder')}
        action={
          mayCreate && (
            <LinkButton
              kind="next"
              icon={AddIcon}
              href={projectsTaskAddress({ opens: 'newProject', parentId: folderId })}
            >
              {t('project.new')}
            </LinkButton>
          )
        }
      >
        {t('project.emptyFolderText')}
      </EmptyState>
    );
  }
  if (view.whose === 'other') return <EmptyState icon={OrganisationIcon} title={t('project.noneOther')} />;
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
      {mayCreate ? t('project.emptyText') : t('project.emptyInvited')}
    </EmptyState>
  );
}
