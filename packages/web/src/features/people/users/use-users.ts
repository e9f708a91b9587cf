// Queries and mutations for the users of the organisation.
import { listCompanies } from '@plumbline/core/features/organisations/companies-contract';
import {
  actOnUsers,
  changeUser,
  listUsers,
  type UserEntry,
  userFigures,
} from '@plumbline/core/features/people/users-contract';
import type { CallOf } from '@plumbline/core/kernel/endpoint';
import {
  keepPreviousData,
  queryOptions,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call, callAll } from '../../../api/client.ts';
import type { UserView } from './user-view.ts';

const USERS = ['organisation', 'users'] as const;
export const FIGURES = ['organisation', 'figures'] as const;
const COMPANIES = ['organisation', 'companies', 'all'] as const;
const PAGE = 100;

export const nameOf = ({ firstName, lastName, email }: Pick<UserEntry, 'firstName' | 'lastName' | 'email'>): string =>
  `${firstName} ${lastName}`.trim() || email;

const queryOf = ({ search, reverse, ...view }: UserView) => ({
  ...view,
  ...(search.trim() !== '' && { search: search.trim() }),
  reverse: reverse ? ('true' as const) : ('false' as const),
});

export function useUsers(view: UserView) {
  return useInfiniteQuery({
    queryKey: [...USERS, view],
    queryFn: ({ pageParam, signal }) =>
      call(listUsers, { query: { ...queryOf(view), page: pageParam, size: PAGE } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ number, totalPages }) => (number + 1 < totalPages ? number + 1 : undefined),
    placeholderData: keepPreviousData,
  });
}

/** All users that match the view, for "select all". */
export const allUsers = (view: UserView): Promise<UserEntry[]> =>
  callAll(listUsers, { query: { ...queryOf(view), size: 1_000 } });

export const useFigures = () =>
  useQuery({ queryKey: FIGURES, queryFn: ({ signal }) => call(userFigures, {}, { signal }) });

/** Active companies by name, for select fields. */
export const useCompanyChoices = () =>
  useQuery({
    queryKey: COMPANIES,
    queryFn: ({ signal }) => callAll(listCompanies, { query: { size: 1_000 } }, { signal }),
  });

/** Invalidates all data about people and companies of the organisation. */
export function useInvalidatePeople(): () => void {
  const cache = useQueryClient();
  return () => void cache.invalidateQueries({ queryKey: ['organisation'] });
}

export function useActOnUsers() {
  const reread = useInvalidatePeople();
  return useMutation({
    mutationFn: (body: CallOf<typeof actOnUsers>['body']) => call(actOnUsers, { body }),
    onSettled: reread,
  });
}

/** What the action would do; it is not sent before it is confirmed. */
export const actPreview = (body: CallOf<typeof actOnUsers>['body'] | undefined) =>
  queryOptions({
    queryKey: ['users', 'preview', body],
    queryFn: body ? () => call(actOnUsers, { body: { ...body, preview: true } }) : skipToken,
    // The people may have been changed by others since then.
    gcTime: 0,
    retry: false,
  });

export function useChangeUser() {
  const reread = useInvalidatePeople();
  return useMutation({
    mutationFn: ({ userId, ...body }: CallOf<typeof changeUser>['body'] & { userId: string }) =>
      call(changeUser, { params: { userId }, body }),
    onSettled: reread,
  });
}
