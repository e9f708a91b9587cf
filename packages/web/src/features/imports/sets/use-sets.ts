// Sets of the project and the matches of pages with its plans, and the actions on sets.
import type { PlanImport } from '@plumbline/core/features/imports/contract';
import {
  cancelSet,
  getSet,
  listMatches,
  listSets,
  type PlanSet,
  publishSet,
  resumeSet,
  undoSet,
} from '@plumbline/core/features/imports/set-contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../../api/client.ts';
import { useRows } from '../../../local/use-rows.ts';
import { IMPORTS, listedImports } from '../import-query.ts';
import { type Matching, pageKey, plansByNumber } from './page-decision.ts';

export type ListedSet = ReplyOf<typeof listSets>['content'][number];
type Publication = RequestOf<typeof publishSet>['body'];

const SETS = 'sets';
const OFTEN_MS = 2_000;
const IDLE_POLL_MS = 60_000;
const RECENT = 10;

/** The newest sets of the project. */
export function useSets(projectId: string, requested: boolean): readonly ListedSet[] {
  const { data } = useQuery({
    queryKey: [...IMPORTS, projectId, SETS],
    enabled: requested,
    queryFn: ({ signal }) =>
      call(listSets, { params: { projectId }, query: { page: 0, size: RECENT } }, { signal }).then(
        (page) => page.content,
      ),
    refetchInterval: ({ state }) => (state.data?.some((set) => set.state === 'preparing') ? OFTEN_MS : IDLE_POLL_MS),
  });
  return data ?? [];
}

/** A set with its pages; undefined until loaded. */
export const useSet = (projectId: string, setId: string): PlanSet | undefined =>
  useQuery({
    queryKey: [...IMPORTS, projectId, SETS, setId],
    queryFn: ({ signal }) => call(getSet, { params: { projectId, setId } }, { signal }),
  }).data;

const NO_MATCHES: Matching['byPage'] = new Map();
const MATCHES = 'matches';

const isDrawing = (plan: PlanRow): boolean => plan.active && plan.type === 'Plan' && plan.planType === 'Plan';

/** The matches of the waiting pages; `missing` are plans that none of them shows. */
export function useMatching(
  projectId: string,
  ready: readonly PlanImport[],
): Matching & { missing: readonly string[] } {
  const cache = useQueryClient();
  const plans = useRows('plan', projectId);
  const drawings = useMemo(() => plans?.filter(isDrawing), [plans]);
  const readyIds = ready.map(({ id }) => id);
  // The number of a scanned page is known once its text is recognised.
  const recognised = ready.flatMap(({ pages }) => pages.filter(({ recognition }) => recognition === 'done')).length;
  /** Someone else has started or cancelled one of these imports, or it was listed a moment ago. */
  const isOutdated = (found: ReplyOf<typeof listMatches> | undefined): boolean =>
    found !== undefined && readyIds.some((id) => !found.pages.some(({ importId }) => importId === id));
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [...IMPORTS, projectId, MATCHES, recognised, ...readyIds],
    queryFn: ({ signal }) => call(listMatches, { params: { projectId } }, { signal }),
    enabled: readyIds.length > 0,
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data: found, status } }) =>
      status === 'error' || (found?.pending ?? 0) > 0 || isOutdated(found) ? OFTEN_MS : false,
  });
  const outdatedAt = isOutdated(data) ? dataUpdatedAt : 0;
  useEffect(() => {
    if (outdatedAt > 0) void cache.invalidateQueries({ queryKey: listedImports(projectId) });
  }, [cache, projectId, outdatedAt]);
  // Sheets that someone else has published in the meantime are plans now.
  const published = drawings?.map(({ currentRevisionId }) => currentRevisionId).join();
  useEffect(() => {
    if (published !== undefined) void cache.invalidateQueries({ queryKey: [...IMPORTS, projectId, MATCHES] });
  }, [cache, projectId, published]);
  return useMemo(
    () => ({
      byPage: data ? new Map(data.pages.map((match) => [pageKey(match.importId, match.page), match])) : NO_MATCHES,
      byNumber: plansByNumber(drawings ?? []),
      missing: data?.missing ?? [],
    }),
    [data, drawings],
  );
}

/** Each action resolves once the server has accepted it, and throws its refusal. */
export function useSetActions(projectId: string) {
  const cache = useQueryClient();
  return useMemo(() => {
    const renewed = () => cache.invalidateQueries({ queryKey: [...IMPORTS, projectId] });
    const paramsOf = (setId: string) => ({ projectId, setId });
    return {
      /** Reads the imports, their matches and the sets again. */
      renewed,
      publish: async (body: Publication) => {
        await call(publishSet, { params: { projectId }, body });
        await renewed();
      },
      resume: async (setId: string, failedPages: 'retry' | 'leaveOut') => {
        await call(resumeSet, { params: paramsOf(setId), body: { failedPages } });
        await renewed();
      },
      cancel: async (setId: string) => {
        await call(cancelSet, { params: paramsOf(setId) });
        await renewed();
      },
      undo: async (setId: string) => {
        await call(undoSet, { params: paramsOf(setId) });
        await renewed();
      },
    };
  }, [cache, projectId]);
}
