// People import for the team of a project.
import { can } from '@plumbline/core/access/capabilities';
import { useProject } from '../../../local/use-rows.ts';
import { teamImportAddress } from '../../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { useActor } from '../../../shared/site/actor.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { LockIcon } from '../../../ui/icons.tsx';
import { Box } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { PeopleImport } from './people-import.tsx';

export function TeamImportScreen({ projectId }: { projectId: string }) {
  const t = useT();
  useProject(projectId);
  const actor = useActor(projectId);
  return (
    <Box fill flat pad="4 inset" className="team-import-screen">
      <ScreenHead
        title={t('peopleImport.title')}
        path={[{ id: 'import', label: t('peopleImport.title'), href: teamImportAddress(projectId) }]}
      />
      <h1 className="ui-hidden">{t('peopleImport.title')}</h1>
      {actor === undefined ? (
        <Skeleton lines={6} />
      ) : can(actor.role, 'member.manage') ? (
        <PeopleImport scope={projectId} base={teamImportAddress(projectId)} />
      ) : (
        <EmptyState icon={LockIcon} title={t('peopleImport.noRight')}>
          {t('project.noRightText')}
        </EmptyState>
      )}
    </Box>
  );
}
