// Every address of the program, built and read in one place. Optional segments that are skipped are written as a dash.

/** How pins are shown: on the plan, beside it, or as a list alone. */
export const VIEW_TYPES = ['plan', 'split', 'list'] as const;
export type ViewType = (typeof VIEW_TYPES)[number];

export const PIN_TABS = ['basic', 'tasks', 'media', 'activity', 'history'] as const;
export type PinTab = (typeof PIN_TABS)[number];

/** What is open on top of a pin. */
export const PIN_OPTIONS = ['edit', 'newTask', 'task', 'move'] as const;
export type PinOption = (typeof PIN_OPTIONS)[number];

/** What a plan screen shows, as told by its address. */
export type PlanPlace = {
  projectId: string;
  planId: string;
  viewType: ViewType;
  pinId?: string | undefined;
  tab?: PinTab | undefined;
  option?: PinOption | undefined;
  search?: string | undefined;
};

/** What a pin list shows; without a plan it is the list of all pins, `noPlan` those that have none. */
export type PinsPlace = {
  projectId: string;
  viewType: ViewType;
  planId?: string | 'noPlan' | undefined;
  pinId?: string | undefined;
  tab?: PinTab | undefined;
  option?: PinOption | undefined;
  page?: number | undefined;
  size?: number | undefined;
  search?: string | undefined;
};

const SKIPPED = '-';

function segments(...parts: (string | number | undefined)[]): string {
  const written = parts.map((part) => (part === undefined || part === '' ? SKIPPED : encodeURIComponent(String(part))));
  while (written.at(-1) === SKIPPED) written.pop();
  return written.join('/');
}

/** The plans of a project, or of one of its folders. */
export const plansAddress = (projectId: string, folderId?: string | null): string =>
  folderId ? `/project/${projectId}?folder=${encodeURIComponent(folderId)}` : `/project/${projectId}`;

export const planAddress = (place: PlanPlace): string =>
  `/project/${place.projectId}/${segments(place.planId, place.viewType, place.pinId, place.tab, place.option, place.search)}`;

export const pinsAddress = (place: PinsPlace): string =>
  `/project/${place.projectId}/pins/${segments(
    place.viewType,
    place.planId,
    place.pinId,
    place.tab,
    place.option,
    place.page,
    place.size,
    place.search,
  )}`;

/** The segment as written by hand or by us: empty, a dash and undefined are the same. */
function given(segment: string | undefined): string | undefined {
  return segment === undefined || segment === '' || segment === SKIPPED ? undefined : segment;
}

function among<T extends string>(values: readonly T[], segment: string | undefined): T | undefined {
  return values.find((value) => value === segment);
}

const wholeNumber = (segment: string | undefined): number | undefined =>
  segment !== undefined && /^\d{1,6}$/u.test(segment) ? Number(segment) : undefined;

type Segments = Record<string, string | undefined>;

/** Reads the address of a plan screen; an unknown view type falls back to the split view. */
export function readPlanPlace(params: Segments): PlanPlace {
  return {
    projectId: params.projectId ?? '',
    planId: params.planId ?? '',
    viewType: among(VIEW_TYPES, params.viewType) ?? 'split',
    pinId: given(params.pinId),
    tab: among(PIN_TABS, params.tab),
    option: among(PIN_OPTIONS, params.pinOption),
    search: given(params.search),
  };
}

export function readPinsPlace(params: Segments): PinsPlace {
  return {
    projectId: params.projectId ?? '',
    viewType: among(VIEW_TYPES, params.viewType) ?? 'list',
    planId: given(params.planId),
    pinId: given(params.pinId),
    tab: among(PIN_TABS, params.tab),
    option: among(PIN_OPTIONS, params.pinOption),
    page: wholeNumber(given(params.page)),
    size: wholeNumber(given(params.size)),
    search: given(params.search),
  };
}
