// The frame of all screens of one project: loads its details before they show, and handles missing access to the
// project.
import { listProjects } from '@plumbline/core/features/projects/contract';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { Refusal } from '../api/failure.ts';
import { useProject as useLocalProject } from '../local/use-rows.ts';
import { useJoinProject, useProject } from '../shared/data/project-queries.ts';
import { failureText } from '../shared/data/shown-failure.ts';
import { useUser } from '../shared/session/session.tsx';
import { Button, LinkButton } from '../ui/actions/button.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { LockIcon } from '../ui/icons.tsx';
import { PageSpinner } from '../ui/layout/page.tsx';
import { useT } from '../ui/translation.tsx';
import { Fault } from './error-boundary.tsx';

/** Administrators of the organisation may add themselves to any of its projects; other users are sent back. */
function Refused({ projectId }: { projectId: string }) {
  const t = useT();
  const { settings } = useUser();
  const join = useJoinProject(projectId);
  const others = useQuery({
    queryKey: ['projects', 'list', 'others', projectId],
    // This project comes first if it exists.
    queryFn: ({ signal }) =>
      call(
        listProjects,
        { query: { whose: 'other', state: 'all', sort: 'offlineOnline', first: [projectId], size: 1 } },
        { signal },
      ),
    enabled: settings.admin,
  });
  const mayJoin = others.data?.content[0]?.id === projectId;
  const [id] = useState(() => crypto.randomUUID());
  if (settings.admin && others.isPending) return <PageSpinner />;
  return (
    <EmptyState
      screen
      icon={LockIcon}
      title={t(mayJoin ? 'project.notMemberTitle' : 'project.noAccess')}
      role="alert"
      action={
        <>
          <LinkButton href="/">{t('nav.allProjects')}</LinkButton>
          {mayJoin && (
            <Button kind="next" isPending={join.isPending} onPress={() => join.mutate(id)}>
              {t('project.join')}
            </Button>
          )}
        </>
      }
    >
      {join.error ? failureText(t, join.error) : t(mayJoin ? 'project.joinText' : 'project.noAccessText')}
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
