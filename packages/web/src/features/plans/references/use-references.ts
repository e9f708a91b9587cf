// The references of a drawing to other plans of the project, resolved by the plans' current names.
import { getSheetMarks } from '@plumbline/core/features/plans/reference-contract';
import {
  type DetailMark,
  resolveMarks,
  type SheetReference,
  sheetIndex,
} from '@plumbline/core/features/plans/sheet-references';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../api/client.ts';
import { useRowsBy } from '../../../local/use-rows.ts';

const NONE: readonly SheetReference[] = [];
const NO_DETAILS: readonly DetailMark[] = [];

export function useReferences(projectId: string, planId: string, revisionId: string) {
  const { data } = useQuery({
    queryKey: ['sheetMarks', projectId, revisionId],
    queryFn: ({ signal }) => call(getSheetMarks, { params: { projectId, revisionId } }, { signal }),
    // The text of a revision never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = useRowsBy('plan', 'projectId', projectId);
  const plans = useMemo(() => new Map((rows ?? []).filter(isShown).map((row) => [row.id, row])), [rows]);
  const references = useMemo(
    () => (data && plans.size > 1 ? resolveMarks(data.marks, sheetIndex([...plans.values()], planId)) : NONE),
    [data, plans, planId],
  );
  return { references, plans, details: data?.details ?? NO_DETAILS };
}

const isShown = (row: PlanRow): boolean => row.type === 'Plan' && row.active && row.currentRevisionId !== null;
