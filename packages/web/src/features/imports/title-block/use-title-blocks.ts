// The title blocks that were marked in the project, the words of a page, and the actions on them.
import type { ImportPage } from '@plumbline/core/features/imports/contract';
import {
  deleteTitleBlock,
  getPageWords,
  listTitleBlocks,
  saveTitleBlock,
} from '@plumbline/core/features/imports/title-block/contract';
import type { TitleRegions } from '@plumbline/core/features/imports/title-block/regions';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { IMPORTS } from '../import-query.ts';

/** The latest first; undefined while loading. */
export const useTitleBlocks = (projectId: string) =>
  useQuery({
    queryKey: [...IMPORTS, projectId, 'titleBlocks'],
    queryFn: ({ signal }) => call(listTitleBlocks, { params: { projectId } }, { signal }),
  }).data?.titleBlocks;

/** The words of a page as the file declares it; they never change. */
/** The words of a scan exist once they are recognised. */
export const usePageWords = (projectId: string, importId: string, { page, recognition }: ImportPage) =>
  useQuery({
    queryKey: ['page-words', projectId, importId, page, recognition],
    queryFn: ({ signal }) => call(getPageWords, { params: { projectId, importId, page } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

type Marked = { titleBlockId: string; importId: string; page: number; turn: Rotation; regions: TitleRegions };

/** Each action resolves once the server has accepted it, and throws its refusal. */
export function useTitleBlockActions(projectId: string) {
  const cache = useQueryClient();
  const renewed = () => cache.invalidateQueries({ queryKey: [...IMPORTS, projectId] });
  return {
    /** Resolves to the number of waiting pages that show the title block. */
    save: async ({ titleBlockId, ...body }: Marked): Promise<number> => {
      const { pages } = await call(saveTitleBlock, { params: { projectId, titleBlockId }, body });
      await renewed();
      return pages;
    },
    remove: async (titleBlockId: string): Promise<void> => {
      await call(deleteTitleBlock, { params: { projectId, titleBlockId } });
      await renewed();
    },
  };
}
