// Queries for the user's own account, devices and sessions.
import { type Account, account, changeAccount } from '@plumbline/core/features/account/contract';
import { listDevices, listSessions } from '@plumbline/core/features/account/devices-contract';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { storeReply } from '../../shared/data/queries.ts';
import { PICTURES } from '../../shared/session/profile-pictures.ts';
import { ME } from '../../shared/session/session.tsx';

export const ACCOUNT = ['account'] as const;
export const DEVICES = ['devices'] as const;
export const SESSIONS = ['sessions'] as const;

export const useAccount = () =>
  useQuery({ queryKey: ACCOUNT, queryFn: ({ signal }) => call(account, {}, { signal }), staleTime: 60_000 });
export const useDevices = () =>
  useQuery({ queryKey: DEVICES, queryFn: ({ signal }) => call(listDevices, {}, { signal }) });
export const useSessions = () =>
  useQuery({ queryKey: SESSIONS, queryFn: ({ signal }) => call(listSessions, {}, { signal }) });

/** Stores an updated account in the cache, or refetches it if none is given, and refreshes the dependent queries. */
export function useKeepAccount(): (now?: Account) => void {
  const cache = useQueryClient();
  return (now) => {
    if (now) storeReply(cache, ACCOUNT, now);
    else void cache.invalidateQueries({ queryKey: ACCOUNT });
    void cache.invalidateQueries({ queryKey: ME });
    void cache.invalidateQueries({ queryKey: PICTURES });
    void cache.invalidateQueries({ queryKey: SESSIONS });
  };
}

export function useChangeAccount() {
  const keep = useKeepAccount();
  return useMutation({
    mutationFn: (body: CallOf<typeof changeAccount>['body']) => call(changeAccount, { body }),
    onSuccess: keep,
  });
}
