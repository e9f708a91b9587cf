// How far what was done on this device has come, at an address of its own: the list of projects with that window above it.
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
