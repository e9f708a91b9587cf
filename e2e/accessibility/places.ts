// Every route of the program, with examples of its addresses to visit. New routes must be added here.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { DEMO_PROJECT, datasetId, pinId, planId } from '@plumbline/server/features/demo/ids';

const ROUTES = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@plumbline/web/src/app/router.tsx')),
  'routes',
);
const NOWHERE = '00000000-0000-4000-8000-000000000000';

const PLAN = planId('A-102');
const PIN = pinId('A-102 handrail-missing-on-main-stairs');
const DATASET = datasetId('rooms');
/** Stands for the group that the visit creates: the demo has none. */
const NEW_GROUP = '$newGroup';

/** The example addresses of each route. */
type Examples = Record<string, readonly string[]>;

/** Routes that redirect and are not visited, each with its destination. */
const REDIRECTS = {
  '/login': 'the sign-in page',
  '/project': 'the list of projects',
  '/projects': 'the list of projects',
  '/projects/new': 'the form for a new project',
  '/importStatus': 'the project imports',
  '/project/settings/$projectId': 'the settings within the project',
  '/notifications/$notificationId': 'the subject of the notification',
  '/print/$code/open': 'the plan of the code',
} as const;

/** For everyone, signed in or not. */
const PUBLIC: Examples = {
  '/home/{-$mode}/{-$token}': ['/home', '/home/activated', '/home/verifyEmail/abc'],
  '/register': ['/register'],
  '/activate/$type/$token': ['/activate/user/abc'],
  '/forgotPassword': ['/forgotPassword'],
  '/idpSelection': ['/idpSelection'],
  '/samlLogin': ['/samlLogin'],
  '/mailbox': ['/mailbox'],
  '/operator': ['/operator'],
  '/endMails/$token': ['/endMails/abc'],
  '/shared/$token': ['/shared/abcdefghijklmnopqrstuvwx'],
  '/print/$code': ['/print/Abcdefghijklmnopqrstuv'],
  FAULT_PAGE: ['/javascriptError?from=%2Freports'],
};

/** Outside of a project, for signed-in users. */
const ORGANISATION: Examples = {
  '/': ['/', '/nowhere', '/home'],
  '/project/newfolder/{-$parentId}': ['/project/newfolder'],
  '/project/rename/{-$folderId}': [`/project/rename/${NOWHERE}`],
  '/project/move': [`/project/move?projects=${DEMO_PROJECT}`],
  '/project/importStatus': ['/project/importStatus'],
  '/project/$projectId/copy': [`/project/${DEMO_PROJECT}/copy`],
  '/project/new/{-$parentId}': ['/project/new'],
  '/reports/{-$part}': ['/reports', '/reports/importStatus'],
  '/syncStatus': ['/syncStatus'],
  '/syncStatus/sent': ['/syncStatus/sent'],
  '/userSettings/{-$part}': ['profile', 'display', 'security', 'device', 'data'].map((page) => `/userSettings/${page}`),
  '/userManagement/{-$tab}': [
    '/userManagement',
    ...[
      'importStatus',
      'companies',
      'contacts',
      'licences',
      'roles',
      'signOn',
      'policies',
      'activity',
      'organisation',
    ].map((tab) => `/userManagement/${tab}`),
  ],
  '/notifications': ['/notifications'],
  '/migrations/{-$migrationId}': ['/migrations'],
};

/** Plans and pins of a project; the paths are relative to its address. */
const PLANS: Examples = {
  '/': ['', '/nowhere'],
  '/import': ['/import'],
  '/importBim/{-$bimModel}': ['/importBim'],
  '/importStatus': ['/importStatus'],
  '/newfolder/{-$parentId}': ['/newfolder'],
  '/rename/$planId': [`/rename/${PLAN}`],
  '/move/{-$planIds}': [`/move/${PLAN}`],
  '/planVersions/$planId/{-$option}/{-$first}/{-$second}/{-$mode}': [
    `/planVersions/${PLAN}`,
    `/planVersions/${PLAN}/importStatus`,
  ],
  '/importRevision/$planId/{-$option}': [`/importRevision/${PLAN}`],
  '/$planId/{-$viewType}/{-$pinId}/{-$tab}/{-$pinOption}/{-$search}': [
    `/${PLAN}/split`,
    ...['basic', 'basic/edit', 'basic/capture', 'tasks', 'tasks/newTask', 'media', 'activity', 'history'].map(
      (rest) => `/${PLAN}/split/${PIN}/${rest}`,
    ),
    `/${NOWHERE}/split`,
  ],
  '/pins': ['/pins'],
  '/pins/$viewType/{-$planId}/{-$pinId}/{-$tab}/{-$pinOption}/{-$page}/{-$size}/{-$search}': [
    `/pins/split/${PLAN}`,
    `/pins/list/-/${PIN}`,
  ],
};

/** Other content of a project; the paths are relative to its address. */
const CONTENT: Examples = {
  '/pins/importStatus': ['/pins/importStatus'],
  '/groups': ['/groups'],
  '/groups/$groupId/{-$viewType}/{-$planId}/{-$pinId}/{-$tab}/{-$pinOption}/{-$page}/{-$size}/{-$search}': [
    `/groups/${NEW_GROUP}`,
  ],
  '/tasks': ['/tasks'],
  '/tasks/$viewType': ['/tasks/board', '/tasks/calendar'],
  '/tasks/new': ['/tasks/new'],
  '/datasets': ['/datasets'],
  '/datasets/importStatus': ['/datasets/importStatus'],
  '/datasets/$datasetId': [`/datasets/${DATASET}`],
  '/datasets/$datasetId/importStatus': [`/datasets/${DATASET}/importStatus`],
  '/media': ['/media'],
  '/media/importStatus': ['/media/importStatus'],
  '/media/gallery/{-$year}/{-$month}/{-$fileId}': ['/media/gallery'],
  '/$planId/offline': [`/${PLAN}/offline`],
  '/$planId/removeOffline': [`/${PLAN}/removeOffline`],
  '/$planId/saveMedia': [`/${PLAN}/saveMedia`],
  '/reports/{-$part}': ['/reports'],
};

/** People, figures and settings of a project; the paths are relative to its address. */
const MANAGEMENT: Examples = {
  '/team/{-$viewType}/{-$part}': ['/team', '/team/teams', '/team/contacts', '/team/rights', '/team/importStatus'],
  '/dashboard/{-$view}': ['/dashboard', '/dashboard/activity'],
  '/settings/{-$tab}': [
    '/settings',
    ...['address', 'stakeholders', 'design', 'categories', 'fields', 'templates'].map((tab) => `/settings/${tab}`),
  ],
};

const inProject = (path: string): string => (path === '/' ? '/project/$projectId' : `/project/$projectId${path}`);

/** The program's routes, read from the source code, where each is created with its parent and path side by side. */
export function routesOfProgram(): string[] {
  const text = readdirSync(ROUTES)
    .map((name) => readFileSync(path.join(ROUTES, name), 'utf8'))
    .join('\n');
  const made = [...text.matchAll(/getParentRoute: \(\) => (\w+),\s+path: (?:'([^']+)'|(\w+))/gu)]
    .map(([, parent, path, name]) => ({ parent, path: path ?? name ?? '' }))
    // The project route itself is only the frame; `above` creates the dialogs over the list.
    .filter(({ parent, path }) => parent !== 'list' && path !== '/project/$projectId');
  const over = [...text.matchAll(/ = above\('([^']+)'\)/gu)].map(([, path = '']) => path);
  if (made.length + over.length + 2 !== text.match(/createRoute\(\{[^}]*?path|above\('/gu)?.length) {
    throw new Error('a route is declared in an unknown way');
  }
  return [...made.map(({ parent, path }) => (parent === 'project' ? inProject(path) : path)), ...over].toSorted();
}

/** The routes listed in this file. */
export function listedRoutes(): string[] {
  const withinProject = Object.keys({ ...PLANS, ...CONTENT, ...MANAGEMENT }).map(inProject);
  return [...Object.keys({ ...REDIRECTS, ...PUBLIC, ...ORGANISATION }), ...withinProject].toSorted();
}

const inDemoProject = (routes: Examples): string[] =>
  Object.values(routes)
    .flat()
    .map((rest) => `/project/${DEMO_PROJECT}${rest}`);

export const PUBLIC_PLACES = Object.values(PUBLIC).flat();
export const ORGANISATION_PLACES = Object.values(ORGANISATION).flat();
export const PLAN_PLACES = inDemoProject(PLANS);
export const MANAGEMENT_PLACES = inDemoProject(MANAGEMENT);
export const contentPlaces = (group: string): string[] =>
  inDemoProject(CONTENT).map((address) => address.replace(NEW_GROUP, group));
