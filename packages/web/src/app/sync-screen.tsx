// The sync status at its own URL: the list of projects with the sync dialog above it.
import { useNavigate } from '@tanstack/react-router';
import { ProjectsScreen } from '../features/projects/projects-screen.tsx';
import { SyncDialog } from './shell/sync/sync-dialog.tsx';

export function SyncScreen() {
  const navigate = useNavigate();
  return (
    <>
      <ProjectsScreen />
      <SyncDialog onClose={() => void navigate({ href: '/', replace: true })} />
    </>
  );
}
