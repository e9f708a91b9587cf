// The filter of the activity log, as encoded in the URL, and its pages.
import {
  ACTIVITY_GROUPS,
  type ActivityGroup,
  organisationActivity,
} from '@plumbline/core/features/organisations/activity-log';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { userManagementAddress } from '../../../shared/navigation/user-management.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

export type ActivityView = { group?: ActivityGroup; person?: string; from?: string; to?: string };

/** Invalid values are dropped. */
export function readActivityView(search: Readonly<Record<string, unknown>>): ActivityView {
  const text = (name: string, like: RegExp) => {
    const value = search[name];
    return typeof value === 'string' && like.test(value) ? value : undefined;
  };
  const group = ACTIVITY_GROUPS.find((one) => one === search.group);
  const [person, from, to] = [text('person', UUID), text('from', DAY), text('to', DAY)];
  return { ...(group && { group }), ...(person && { person }), ...(from && { from }), ...(to && { to }) };
}

export function activityAddress(view: ActivityView): string {
  const query = new URLSearchParams(view).toString();
  return `${userManagementAddress('activity')}${query && `?${query}`}`;
}

export const useActivityLog = (view: ActivityView) =>
  useInfiniteQuery({
    queryKey: ['organisation', 'activity', view],
    queryFn: ({ pageParam, signal }) =>
      call(
        organisationActivity,
        { query: { ...view, ...(pageParam !== undefined && { after: pageParam }) } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
