// Profile pictures by user id: requested in one batch for everything rendered at the same moment, and again before the
// links expire.
import { listAvatars, MAX_AVATARS_PER_REQUEST } from '@plumbline/core/features/account/picture-contract';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { useBlobUrl } from '../../local/use-rows.ts';

export const PICTURES = ['pictures'] as const;

/** Links are valid for at least five minutes. */
const CACHE_TTL_MS = 4 * 60_000;
/** Everything rendered at once is requested together. */
const COLLECTING_MS = 30;

type Batch = { ids: Set<string>; answer: Promise<ReadonlyMap<string, string>> };
let open: Batch | undefined;

function begin(): Batch {
  const ids = new Set<string>();
  const answer = new Promise((resolve) => setTimeout(resolve, COLLECTING_MS)).then(async () => {
    if (open?.ids === ids) open = undefined;
    const { avatars } = await call(listAvatars, { query: { id: [...ids] } });
    return new Map(avatars.map(({ userId, picture }) => [userId, picture]));
  });
  return { ids, answer };
}

async function pictureOf(userId: string): Promise<string | null> {
  if (open === undefined || open.ids.size >= MAX_AVATARS_PER_REQUEST) open = begin();
  open.ids.add(userId);
  return (await open.answer).get(userId) ?? null;
}

/** The URL of a person's picture; undefined where there is none, or none yet. */
export function usePicture(userId: string | undefined): string | undefined {
  const found = useQuery({
    queryKey: [...PICTURES, userId],
    queryFn: () => pictureOf(userId ?? ''),
    enabled: userId !== undefined && navigator.onLine,
    staleTime: CACHE_TTL_MS,
  });
  const here = useBlobUrl(navigator.onLine ? undefined : userId, 'avatar');
  return found.data ?? here;
}
