// Every URL path of the app, built and parsed in one place. Skipped optional segments are written as a dash.

/** How pins are shown: on the plan, next to it, or only as a list. */
export const VIEW_TYPES = ['plan', 'split', 'list'] as const;
export type ViewType = (typeof VIEW_TYPES)[number];

export const PIN_TABS = ['basic', 'tasks', 'media', 'activity', 'history'] as const;
export type PinTab = (typeof PIN_TABS)[number];

/** What is open on top of a pin. `capture`: quick capture on site, one tap per item. */
const PIN_OPTIONS = ['edit', 'newTask', 'move', 'capture'] as const;
/** An open task of the pin, by its id. */
type TaskOption = `task-${string}`;
export type PinOption = (typeof PIN_OPTIONS)[number] | TaskOption;

export const taskOption = (taskId: string): TaskOption => `task-${taskId}`;

/** The id of the task that the option opens. */
export function openTaskId(option: PinOption | undefined): string | undefined {
  const id = option?.startsWith('task-') ? option.slice('task-'.length) : undefined;
  return isId(id) ? id : undefined;
}

function readOption(segment: string | undefined): PinOption | undefined {
  const id = openTaskId(segment as PinOption | undefined);
  return id === undefined ? among(PIN_OPTIONS, segment) : taskOption(id);
}

/** What a plan screen shows, as read from its URL. */
export type PlanRoute = {
  projectId: string;
  planId: string;
  viewType: ViewType;
  pinId?: string | undefined;
  tab?: PinTab | undefined;
  option?: PinOption | undefined;
  search?: string | undefined;
};

/** What a pin list shows; without a plan it is the list of all pins, `noPlan` those without a plan. */
export type PinsRoute = {
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

/** The pins of one group, shown like any list of pins. */
export type GroupRoute = PinsRoute & { groupId: string };

const SKIPPED = '-';

function segments(...parts: (string | number | undefined)[]): string {
  const written = parts.map((part) => (part === undefined || part === '' ? SKIPPED : encodeURIComponent(String(part))));
  while (written.at(-1) === SKIPPED) written.pop();
  return written.join('/');
}

/** My work for signed-in users, else the sign-in page. */
export const HOME = '/home';

/** A task in the list of its project, with its panel open. */
export const taskAddress = (projectId: string, taskId: string): string => `/project/${projectId}/tasks?task=${taskId}`;

/** The top-level projects, or those of one of the organisation's folders. */
export const projectsAddress = (folderId?: string | null): string =>
  folderId ? `/?folder=${encodeURIComponent(folderId)}` : '/';

/** A dialog above the list of projects; `folder` is the one shown below it. */
export type ProjectsTask =
  | { opens: 'newFolder' | 'newProject'; parentId?: string | null | undefined }
  | { opens: 'rename'; folderId: string; folder?: string | null | undefined }
  | { opens: 'copy'; projectId: string; folder?: string | null | undefined }
  | { opens: 'importStatus'; folder?: string | null | undefined }
  | {
      opens: 'move';
      projects: readonly string[];
      folders: readonly string[];
      folder?: string | null | undefined;
    };

function withQuery(path: string, query: Record<string, string | null | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`;
}

export function projectsTaskAddress(task: ProjectsTask): string {
  switch (task.opens) {
    case 'newProject':
      return task.parentId ? `/project/new/${task.parentId}` : '/project/new';
    case 'newFolder':
      return task.parentId ? `/project/newfolder/${task.parentId}` : '/project/newfolder';
    case 'rename':
      return withQuery(`/project/rename/${task.folderId}`, { folder: task.folder });
    case 'copy':
      return withQuery(`/project/${task.projectId}/copy`, { folder: task.folder });
    case 'importStatus':
      return withQuery('/project/importStatus', { folder: task.folder });
    case 'move':
      return withQuery('/project/move', {
        projects: task.projects.join('.'),
        folders: task.folders.join('.'),
        folder: task.folder,
      });
  }
}

/** The ids in one URL segment; invalid ones are omitted. */
export const idsOf = (text: unknown): string[] =>
  typeof text === 'string' ? text.split('.').filter((one) => isId(one)) : [];

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Whether a segment is a row id; any other word in its position is an unknown page. */
export const isId = (segment: string | undefined): boolean => segment !== undefined && ID.test(segment);

/** The tabs of the project settings; the first four are saved together. */
export const SETTINGS_TABS = [
  'details',
  'address',
  'stakeholders',
  'design',
  'categories',
  'fields',
  'templates',
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];
export const isSettingsTab = (segment: string): segment is SettingsTab =>
  (SETTINGS_TABS as readonly string[]).includes(segment);

export const settingsAddress = (projectId: string, tab: SettingsTab = 'details'): string =>
  tab === 'details' ? `/project/${projectId}/settings` : `/project/${projectId}/settings/${tab}`;

/** The plans of a project, or of one of its folders. */
export const plansAddress = (projectId: string, folderId?: string | null): string =>
  folderId ? `/project/${projectId}?folder=${encodeURIComponent(folderId)}` : `/project/${projectId}`;

/** The plan import, on top of the list of plans. */
export const planImportAddress = (projectId: string): string => `/project/${projectId}/import`;

export const planAddress = (place: PlanRoute): string =>
  `/project/${place.projectId}/${segments(place.planId, place.viewType, place.pinId, place.tab, place.option, place.search)}`;

/** A building model, cut above one of its storeys. */
export const modelAddress = (projectId: string, modelId: string, storey: string, pinId?: string): string =>
  `${planAddress({ projectId, planId: modelId, viewType: 'split', pinId })}?storey=${storey}`;

export const pinsAddress = (place: PinsRoute): string =>
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

/** The best place to see a pin: on its plan, or in the list of pins without a plan. */
export const pinAddress = ({
  id,
  projectId,
  planId,
}: {
  id: string;
  projectId: string;
  planId: string | null;
}): string =>
  planId === null
    ? pinsAddress({ projectId, viewType: 'list', planId: 'noPlan', pinId: id })
    : planAddress({ projectId, planId, viewType: 'split', pinId: id });

/** The reports of a project, or of all projects without one. */
export const reportsAddress = (projectId?: string): string =>
  projectId === undefined ? '/reports' : `/project/${projectId}/reports`;

export const groupsAddress = (projectId: string): string => `/project/${projectId}/groups`;

export const groupAddress = (place: GroupRoute): string =>
  `${groupsAddress(place.projectId)}/${segments(
    place.groupId,
    place.viewType,
    place.planId,
    place.pinId,
    place.tab,
    place.option,
    place.page,
    place.size,
    place.search,
  )}`;

/** The revisions of a plan; with a revision, that one is opened. */
export const versionsAddress = (projectId: string, planId: string, revisionId?: string): string =>
  `/project/${projectId}/planVersions/${segments(planId, revisionId && 'view', revisionId)}`;

export const importRevisionAddress = (projectId: string, planId: string): string =>
  `/project/${projectId}/importRevision/${planId}`;

/** Aligns a revision to its plan. */
export const alignAddress = (projectId: string, planId: string, revisionId: string): string =>
  `${importRevisionAddress(projectId, planId)}/${revisionId}`;

/** The modes for comparing two revisions. */
export const COMPARE_MODES = ['overlay', 'swipe', 'blink', 'difference'] as const;
export type CompareMode = (typeof COMPARE_MODES)[number];

export const compareAddress = (
  projectId: string,
  planId: string,
  older: string,
  newer: string,
  mode?: CompareMode,
): string => `/project/${projectId}/planVersions/${segments(planId, 'compare', older, newer, mode)}`;

/** What the revisions screen of a plan shows, as read from its URL. */
export type VersionsRoute =
  | { shows: 'list' }
  | { shows: 'importStatus' }
  | { shows: 'view'; revisionId: string }
  | { shows: 'compare'; older: string; newer: string; mode: CompareMode };

export function readVersionsRoute({ option, first, second, mode }: Segments): VersionsRoute {
  const [one, two] = [given(first), given(second)];
  if (option === 'importStatus') return { shows: 'importStatus' };
  if (option === 'view' && one) return { shows: 'view', revisionId: one };
  if (option === 'compare' && one && two) {
    return { shows: 'compare', older: one, newer: two, mode: among(COMPARE_MODES, mode) ?? 'overlay' };
  }
  return { shows: 'list' };
}

/** The datasets of a project, the records of one that match a search, and optionally the import status on top. */
export const datasetsAddress = (projectId: string, datasetId?: string, importStatus = false, search = ''): string =>
  [
    '/project',
    projectId,
    'datasets',
    ...(datasetId ? [datasetId] : []),
    ...(importStatus ? ['importStatus'] : []),
  ].join('/') + (search === '' ? '' : `?${new URLSearchParams({ search })}`);

/** The segment as typed by hand or built here: empty, a dash and undefined are equivalent. */
function given(segment: string | undefined): string | undefined {
  return segment === undefined || segment === '' || segment === SKIPPED ? undefined : segment;
}

export function among<T extends string>(values: readonly T[], segment: string | undefined): T | undefined {
  return values.find((value) => value === segment);
}

const wholeNumber = (segment: string | undefined): number | undefined =>
  segment !== undefined && /^\d{1,6}$/u.test(segment) ? Number(segment) : undefined;

type Segments = Record<string, string | undefined>;

/** Parses the URL of a plan screen; an unknown view type falls back to the split view. */
export function readPlanRoute(params: Segments): PlanRoute {
  return {
    projectId: params.projectId ?? '',
    planId: params.planId ?? '',
    viewType: among(VIEW_TYPES, params.viewType) ?? 'split',
    pinId: given(params.pinId),
    tab: among(PIN_TABS, params.tab),
    option: readOption(params.pinOption),
    search: given(params.search),
  };
}

/** The project that a path leads to, and the plan in it; undefined elsewhere. For code that runs before the router. */
export function projectAt(pathname: string): { projectId: string; plan: PlanRoute | undefined } | undefined {
  const [, area, projectId = '', planId, viewType, pinId] = pathname.split('/');
  if (area !== 'project' || !isId(projectId)) return undefined;
  // Others are dialogs above the list of plans, such as "offline".
  const isPlan = isId(planId) && (given(viewType) === undefined || among(VIEW_TYPES, viewType) !== undefined);
  return { projectId, plan: isPlan ? readPlanRoute({ projectId, planId, viewType, pinId }) : undefined };
}

export function readPinsRoute(params: Segments): PinsRoute {
  return {
    projectId: params.projectId ?? '',
    viewType: among(VIEW_TYPES, params.viewType) ?? 'list',
    planId: given(params.planId),
    pinId: given(params.pinId),
    tab: among(PIN_TABS, params.tab),
    option: readOption(params.pinOption),
    page: wholeNumber(given(params.page)),
    size: wholeNumber(given(params.size)),
    search: given(params.search),
  };
}

export const readGroupRoute = (params: Segments): GroupRoute => ({
  ...readPinsRoute(params),
  groupId: params.groupId ?? '',
});

/** The tabs of a project's team. */
export const TEAM_VIEWS = ['members', 'teams', 'contacts', 'rights'] as const;
export type TeamView = (typeof TEAM_VIEWS)[number];

export const isTeamView = (word: string): word is TeamView => TEAM_VIEWS.some((view) => view === word);

export const teamAddress = (projectId: string, view?: TeamView): string =>
  `/project/${projectId}/team${view === undefined ? '' : `/${view}`}`;

/** Imports lists of people into a project. */
export const teamImportAddress = (projectId: string): string => `/project/${projectId}/team/importStatus`;

/** The imports of pins into a project, or one of them. */
export const pinImportAddress = (projectId: string, importId?: string): string =>
  `/project/${projectId}/pins/importStatus${importId === undefined ? '' : `?list=${importId}`}`;

/** The dashboard of a project, or its activity. */
export const dashboardAddress = (projectId: string, activity = false): string =>
  `/project/${projectId}/dashboard${activity ? '/activity' : ''}`;

/** The link that calls a number, which may contain spaces and brackets. */
export const phoneAddress = (phone: string): string => `tel:${phone.replaceAll(/[^+\d]/gu, '')}`;
