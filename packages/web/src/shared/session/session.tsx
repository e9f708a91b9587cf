// The signed-in user. The last known user is stored on this device, so that the app also opens offline.
import { me, type UserReply, userReply } from '@plumbline/core/features/auth/contract';
import { chooseLanguage } from '@plumbline/locales/languages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '../../api/client.ts';
import { NO_KEY, setDeviceKey } from '../../api/device-key.ts';
import { Refusal } from '../../api/failure.ts';
import { deviceKey } from '../../api/fetch-device-key.ts';
import { forgetToken, hasExpired, holdsSupportToken, onSession, storedToken } from '../../api/token.ts';
import { startLocal, stopLocal } from '../../local/start.ts';
import { keep } from '../../ui/keep.ts';
import { useLanguage } from '../i18n/i18n.tsx';
import { isProgramCached } from '../version/worker.ts';
import { USER_KEY } from './stored-user.ts';

/** Fetches this browser's key once someone is signed in and after each sign-in, and drops it when the session ends. */
function useDeviceKey(userId: string | undefined): void {
  useEffect(() => {
    if (userId === undefined) return;
    if (holdsSupportToken()) {
      setDeviceKey(NO_KEY);
      return () => setDeviceKey(undefined);
    }
    // Offline it is fetched later: whatever needs it asks again.
    const fetchKey = () => void deviceKey().catch(() => undefined);
    fetchKey();
    const forget = onSession((state) => {
      if (state === 'in') fetchKey();
    });
    return () => {
      forget();
      setDeviceKey(undefined);
    };
  }, [userId]);
}

export const ME = ['me'] as const;

export type Session =
  | { state: 'out' }
  /** A token is stored and its user is being loaded. */
  | { state: 'opening'; error: unknown; retry: () => void }
  /** `expired`: the token has expired for good; the screen stays until the user signs in again or leaves. */
  | { state: 'in'; user: UserReply; expired: boolean };

const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('this component needs a session provider');
  return session;
}

/** The signed-in user; only available below the session gate. */
export function useUser(): UserReply {
  const session = useSession();
  if (session.state !== 'in') throw new Error('nobody is signed in');
  return session.user;
}

export function rememberedUser(): UserReply | undefined {
  try {
    return userReply.safeParse(JSON.parse(localStorage.getItem(USER_KEY) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** A session that the server does not recognise, although its token was refreshed, has ended. */
async function askUser(signal: AbortSignal): Promise<UserReply> {
  try {
    return await call(me, {}, { signal });
  } catch (error) {
    // An expired session is renewed in a dialog instead, and there may be a new one by the time its refusal is read. An
    // aborted request belongs to a session that was left.
    if (error instanceof Refusal && error.status === 401 && !signal.aborted && !hasExpired()) forgetToken();
    throw error;
  }
}

const logFailure = (step: Promise<void>): void => void step.catch((error: unknown) => console.error(error));

export function SessionProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const { choose } = useLanguage();
  const [state, setState] = useState<'in' | 'out' | 'expired'>(() => (storedToken() ? 'in' : 'out'));

  useEffect(
    () =>
      onSession((next) => {
        if (next === 'out') {
          localStorage.removeItem(USER_KEY);
          cache.clear();
          // Flushed so that a user signing in at the same moment finds the screens closed.
          flushSync(() => setState(next));
          return;
        }
        setState(next);
        // Queries that failed for lack of a session are repeated.
        if (next === 'in') void cache.invalidateQueries();
      }),
    [cache],
  );

  const user = useQuery({
    queryKey: ME,
    queryFn: ({ signal }) => askUser(signal),
    enabled: state === 'in',
    staleTime: 5 * 60_000,
    initialData: rememberedUser,
    initialDataUpdatedAt: 0,
  });

  useEffect(() => {
    if (!user.data) return;
    keep(USER_KEY, JSON.stringify(user.data));
    choose(chooseLanguage([user.data.language]));
  }, [user.data, choose]);

  // The local database belongs to the user; it stays open while an ended session is renewed.
  const userId = state === 'out' ? undefined : user.data?.userId;
  const organisationId = user.data?.organisationId;
  const helper = user.data?.byToken ?? false;
  useDeviceKey(userId);
  useEffect(() => {
    if (userId === undefined || organisationId === undefined) return;
    logFailure(startLocal({ userId, organisationId, helper, keepKey: isProgramCached() }));
    return () => logFailure(stopLocal({ wipe: false }));
  }, [userId, organisationId, helper]);

  const { data, error, refetch } = user;
  const session = useMemo<Session>(() => {
    if (state === 'out') return { state };
    if (data) return { state: 'in', user: data, expired: state === 'expired' };
    if (state === 'expired') return { state: 'out' };
    return { state: 'opening', error, retry: () => void refetch() };
  }, [state, data, error, refetch]);

  return <SessionContext value={session}>{children}</SessionContext>;
}
