// The address of the door itself: signed in, one goes on to the projects.
import { Navigate } from '@tanstack/react-router';
import { useSession } from '../../app/session.tsx';
import { SignInScreen } from './sign-in-screen.tsx';

export function HomeScreen() {
  return useSession().state === 'out' ? <SignInScreen /> : <Navigate to="/" replace />;
}
