// What all screens of one project share: its details are there before they show, and it can be refused as a whole.
import { Outlet } from '@tanstack/react-router';
import { Refusal } from '../api/failure.ts';
import { useProject } from '../features/projects/queries.ts';
import { useProject as useLocalProject } from '../local/use-rows.ts';
import { LinkButton } from '../ui/actions/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { LockIcon } from '../ui/icons.tsx';
import { useT } from '../ui/translation.tsx';
import { Fault } from './catch.tsx';

export function ProjectFrame({ projectId }: { projectId: string }) {
  const t = useT();
  const project = useProject(projectId);
  useLocalProject(projectId);
  const { error } = project;
  if (error instanceof Refusal && (error.status === 404 || error.status === 403 || error.status === 422)) {
    return (
      <EmptyState
        icon={LockIcon}
        title={t('project.noAccess')}
        role="alert"
        action={
          <LinkButton kind="brand" href="/">
            {t('nav.allProjects')}
          </LinkButton>
        }
      />
    );
  }
  // Without a connection the screens still show what this device has kept.
  if (error instanceof Refusal && !project.data) return <Fault error={error} onRetry={() => void project.refetch()} />;
  return <Outlet />;
}
