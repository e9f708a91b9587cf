// The scales that are written on a sheet, to be proposed. Asked for when somebody wants to set one.
import { getSheetMarks } from '@plumbline/core/features/plans/reference-contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const NONE: readonly number[] = [];

export function useSheetScales(projectId: string, revisionId: string | undefined, wanted: boolean): readonly number[] {
  const { data } = useQuery({
    queryKey: ['sheetMarks', projectId, revisionId],
    queryFn: ({ signal }) => call(getSheetMarks, { params: { projectId, revisionId: revisionId ?? '' } }, { signal }),
    enabled: wanted && revisionId !== undefined,
    // A revision's text stays what it is.
    staleTime: Number.POSITIVE_INFINITY,
  });
  // An answer kept from before scales were told has none.
  return data?.scales ?? NONE;
}
