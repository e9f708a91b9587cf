// The gallery's URL: month, file and filter, which is all a reload needs. Pure.

export const KINDS = ['visual', 'sound', 'document'] as const;
export type Kind = (typeof KINDS)[number];

export type GalleryFilter = {
  kind?: Kind | undefined;
  /** Ids of user, plan and category. */
  who?: string | undefined;
  plan?: string | undefined;
  category?: string | undefined;
  /** Also show inactive posts. */
  inactive?: boolean | undefined;
};

export type GalleryRoute = {
  projectId: string;
  year?: string | undefined;
  month?: string | undefined;
  fileId?: string | undefined;
  filter: GalleryFilter;
};

const NAMES = ['kind', 'who', 'plan', 'category'] as const;

export function galleryAddress({ projectId, year, month, fileId, filter }: GalleryRoute): string {
  const query = new URLSearchParams();
  for (const name of NAMES) if (filter[name]) query.set(name, filter[name]);
  if (filter.inactive) query.set('inactive', 'true');
  const place = [year, month, fileId].map((one) => one || '-');
  while (place.at(-1) === '-') place.pop();
  const path = place.length > 0 ? `/media/gallery/${place.join('/')}` : '/media';
  const text = query.toString();
  return `/project/${projectId}${path}${text && `?${text}`}`;
}

type Segments = Record<string, string | undefined>;
const given = (segment: string | undefined) => (segment === '-' || segment === '' ? undefined : segment);

/** Parses the URL; invalid values are dropped. */
export function readGalleryRoute(params: Segments, search: string): GalleryRoute {
  const query = new URLSearchParams(search);
  const text = (name: string) => query.get(name) ?? undefined;
  const [year, month] = [given(params.year), given(params.month)];
  return {
    projectId: params.projectId ?? '',
    year: /^\d{4}$/u.test(year ?? '') ? year : undefined,
    month: /^(?:0?[1-9]|1[0-2])$/u.test(month ?? '') ? month?.padStart(2, '0') : undefined,
    fileId: given(params.fileId),
    filter: {
      kind: KINDS.find((kind) => kind === query.get('kind')),
      who: text('who'),
      plan: params.planId ?? text('plan'),
      category: text('category'),
      inactive: query.get('inactive') === 'true' || undefined,
    },
  };
}
