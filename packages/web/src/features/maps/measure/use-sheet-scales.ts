// Scales printed on a sheet, to be proposed in the scale dialog. Fetched only when it opens.
import { getSheetMarks } from '@plumbline/core/features/plans/reference-contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const NONE: readonly number[] = [];

export function useSheetScales(projectId: string, revisionId: string | undefined, wanted: boolean): readonly number[] {
  const { data } = useQuery({
    queryKey: ['sheetMarks', projectId, revisionId],
    queryFn: ({ signal }) => call(getSheetMarks, { params: { projectId, revisionId: revisionId ?? '' } }, { signal }),
    enabled: wanted && revisionId !== undefined,
    // The text of a revision never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Replies cached by older versions have no scales.
  return data?.scales ?? NONE;
}
