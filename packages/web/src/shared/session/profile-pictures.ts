// The pictures of people by their ids: asked for together by all who show some at the same moment, and again before the links end.
import { AVATARS_AT_ONCE, listAvatars } from '@plumbline/core/features/account/picture-contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

export const PICTURES = ['pictures'] as const;

/** Links live for five minutes at least. */
const KEPT_MS = 4 * 60_000;
/** What is drawn at once asks at once. */
const TOGETHER_MS = 30;

type Batch = { ids: Set<string>; answer: Promise<ReadonlyMap<string, string>> };
let open: Batch | undefined;

function begin(): Batch {
  const ids = new Set<string>();
  const answer = new Promise((resolve) => setTimeout(resolve, TOGETHER_MS)).then(async () => {
    if (open?.ids === ids) open = undefined;
    const { avatars } = await call(listAvatars, { query: { id: [...ids] } });
    return new Map(avatars.map(({ userId, picture }) => [userId, picture]));
  });
  return { ids, answer };
}

async function pictureOf(userId: string): Promise<string | null> {
  if (open === undefined || open.ids.size >= AVATARS_AT_ONCE) open = begin();
  open.ids.add(userId);
  return (await open.answer).get(userId) ?? null;
}

/** A signed link to the picture of a person; undefined where there is none, or none yet. */
export function usePicture(userId: string | undefined): string | undefined {
  const found = useQuery({
    queryKey: [...PICTURES, userId],
    queryFn: () => pictureOf(userId ?? ''),
    enabled: userId !== undefined && navigator.onLine,
    staleTime: KEPT_MS,
  });
  return found.data ?? undefined;
}
