// The sync status at its own URL: the list of projects with the sync dialog above it.
import { useNavigate } from '@tanstack/react-router';
import { ProjectsScreen } from '../features/projects/projects-screen.tsx';
import { useSession } from '../shared/session/session.tsx';
import { SyncDialog } from './shell/sync/sync-dialog.tsx';

export function SyncScreen() {
  const navigate = useNavigate();
  const session = useSession();
  // A dialog that opens after the sign-in dialog would disable it.
  const isExpired = session.state === 'in' && session.expired;
  return (
    <>
      <ProjectsScreen />
      {!isExpired && <SyncDialog onClose={() => void navigate({ href: '/', replace: true })} />}
    </>
  );
}
