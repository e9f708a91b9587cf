// The frame of all screens of one project: loads its details before they show, and handles missing access to the
// project.
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { Refusal } from '../api/failure.ts';
import { useProject as useLocalProject } from '../local/use-rows.ts';
import { useJoinProject, useProject } from '../shared/data/project-queries.ts';
import { failureText } from '../shared/data/shown-failure.ts';
import { useUser } from '../shared/session/session.tsx';
import { Button, LinkButton } from '../ui/actions/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { LockIcon } from '../ui/icons.tsx';
import { useT } from '../ui/translation.tsx';
import { Fault } from './error-boundary.tsx';

/** Administrators of the organisation may add themselves to any of its projects; other users are sent back. */
function Refused({ projectId }: { projectId: string }) {
  const t = useT();
  const { settings } = useUser();
  const join = useJoinProject(projectId);
  const [id] = useState(() => crypto.randomUUID());
  return (
    <EmptyState
      screen
      icon={LockIcon}
      title={t(settings.admin ? 'project.notMemberTitle' : 'project.noAccess')}
      role="alert"
      action={
        <>
          <LinkButton href="/">{t('nav.allProjects')}</LinkButton>
          {settings.admin && (
            <Button kind="next" isPending={join.isPending} onPress={() => join.mutate(id)}>
              {t('project.join')}
            </Button>
          )}
        </>
      }
    >
      {join.error ? failureText(t, join.error) : t(settings.admin ? 'project.joinText' : 'project.noAccessText')}
    </EmptyState>
  );
}

export function ProjectFrame({ projectId }: { projectId: string }) {
  const project = useProject(projectId);
  useLocalProject(projectId);
  const { error } = project;
  if (error instanceof Refusal && (error.status === 404 || error.status === 403 || error.status === 422)) {
    return <Refused projectId={projectId} />;
  }
  // Offline, the screens still show what this device has stored.
  if (error instanceof Refusal && !project.data) return <Fault error={error} onRetry={() => void project.refetch()} />;
  return <Outlet />;
}
