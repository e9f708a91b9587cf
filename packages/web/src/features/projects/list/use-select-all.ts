// Selects every row of a paged list: reads its remaining pages first.
import { useEffect, useState } from 'react';

type PagedList = {
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<unknown>;
};

export function useSelectAll(
  { hasNextPage, isFetching, isError, fetchNextPage }: PagedList,
  rows: readonly { id: string }[],
  select: (ids: ReadonlySet<string>) => void,
): () => void {
  const [requested, request] = useState(false);
  useEffect(() => {
    if (!requested || isFetching) return;
    if (hasNextPage && !isError) void fetchNextPage();
    else {
      request(false);
      select(new Set(rows.map((row) => row.id)));
    }
  }, [requested, isFetching, hasNextPage, isError, fetchNextPage, rows, select]);
  return () => request(true);
}
