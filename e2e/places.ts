// Every address of the program, each with examples to visit. New routes must be added here.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const ROUTES = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@plumbline/web/src/app/router.tsx')),
  'routes',
);
const NOWHERE = '00000000-0000-4000-8000-000000000000';

export type Ids = { project: string; plan: string; pin: string; group: string; dataset: string };
type Example = string | ((ids: Ids) => string);

/** Routes that redirect and are not visited, each with its destination. */
const LEADS_ON = {
  '/login': 'to the door',
  '/project': 'to the list',
  '/projects': 'to the list',
  '/projects/new': 'to a new project',
  '/importStatus': 'to the imports above the list',
  '/project/settings/$projectId': 'to the settings in the project',
  '/notifications/$notificationId': 'to what it tells of',
} as const;

/** Accessible without signing in. */
const OPEN: Record<string, readonly Example[]> = {
  '/home/{-$mode}/{-$token}': ['/home', '/home/activated', '/home/verifyEmail/abc'],
  '/register': ['/register'],
  '/activate/$type/$token': ['/activate/user/abc'],
  '/forgotPassword': ['/forgotPassword'],
  '/idpSelection': ['/idpSelection'],
  '/samlLogin': ['/samlLogin'],
  '/mailbox': ['/mailbox'],
  '/endMails/$token': ['/endMails/abc'],
  FAULT_PAGE: ['/javascriptError?from=%2Freports'],
};

/** Accessible when signed in, outside of a project. */
const INSIDE: Record<string, readonly Example[]> = {
  '/': ['/', '/nowhere'],
  '/project/newfolder/{-$parentId}': ['/project/newfolder'],
  '/project/rename/{-$folderId}': [`/project/rename/${NOWHERE}`],
  '/project/move': [(ids) => `/project/move?projects=${ids.project}`],
  '/project/importStatus': ['/project/importStatus'],
  '/project/$projectId/copy': [(ids) => `/project/${ids.project}/copy`],
  '/project/new/{-$parentId}': ['/project/new'],
  '/reports/{-$part}': ['/reports', '/reports/importStatus'],
  '/syncStatus': ['/syncStatus'],
  '/userSettings/{-$part}': ['/userSettings', '/userSettings/devices'],
  '/userManagement/{-$tab}': [
    '/userManagement',
    ...['importStatus', 'companies', 'contacts', 'licences', 'roles', 'signOn', 'policies', 'organisation'].map(
      (tab) => `/userManagement/${tab}`,
    ),
  ],
  '/notifications': ['/notifications'],
};

/** Within a project; the paths are relative to its address. */
const PROJECT: Record<string, readonly Example[]> = {
  '/': ['', '/nowhere'],
  '/import': ['/import'],
  '/importBim/{-$bimModel}': ['/importBim'],
  '/importStatus': ['/importStatus'],
  '/newfolder/{-$parentId}': ['/newfolder'],
  '/rename/$planId': [(ids) => `/rename/${ids.plan}`],
  '/move/{-$planIds}': [(ids) => `/move/${ids.plan}`],
  '/planVersions/$planId/{-$option}/{-$first}/{-$second}/{-$mode}': [(ids) => `/planVersions/${ids.plan}`],
  '/importRevision/$planId/{-$option}': [(ids) => `/importRevision/${ids.plan}`],
  '/$planId/{-$viewType}/{-$pinId}/{-$tab}/{-$pinOption}/{-$search}': [
    (ids) => `/${ids.plan}/split`,
    ...['basic', 'basic/edit', 'basic/capture', 'tasks', 'tasks/newTask', 'media', 'activity', 'history'].map(
      (rest) => (ids: Ids) => `/${ids.plan}/split/${ids.pin}/${rest}`,
    ),
    `/${NOWHERE}/split`,
  ],
  '/pins': ['/pins'],
  '/pins/$viewType/{-$planId}/{-$pinId}/{-$tab}/{-$pinOption}/{-$page}/{-$size}/{-$search}': [
    (ids) => `/pins/split/${ids.plan}`,
    (ids) => `/pins/list/-/${ids.pin}`,
  ],
  '/groups': ['/groups'],
  '/groups/$groupId/{-$viewType}/{-$planId}/{-$pinId}/{-$tab}/{-$pinOption}/{-$page}/{-$size}/{-$search}': [
    (ids) => `/groups/${ids.group}`,
  ],
  '/tasks': ['/tasks'],
  '/tasks/$viewType': ['/tasks/board', '/tasks/calendar'],
  '/tasks/new': ['/tasks/new'],
  '/datasets': ['/datasets'],
  '/datasets/importStatus': ['/datasets/importStatus'],
  '/datasets/$datasetId': [(ids) => `/datasets/${ids.dataset}`],
  '/datasets/$datasetId/importStatus': [(ids) => `/datasets/${ids.dataset}/importStatus`],
  '/media': ['/media'],
  '/media/importStatus': ['/media/importStatus'],
  '/media/gallery/{-$year}/{-$month}/{-$fileId}': ['/media/gallery'],
  '/$planId/saveMedia': [(ids) => `/${ids.plan}/saveMedia`],
  '/reports/{-$part}': ['/reports'],
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
    throw new Error('a route is made in a way that is not read here');
  }
  return [...made.map(({ parent, path }) => (parent === 'project' ? inProject(path) : path)), ...over].toSorted();
}

/** The routes listed in this file. */
export function routesNamed(): string[] {
  const inside = Object.keys(PROJECT).map(inProject);
  return [...Object.keys(LEADS_ON), ...Object.keys(OPEN), ...Object.keys(INSIDE), ...inside].toSorted();
}

const addresses = (examples: Record<string, readonly Example[]>, ids: Ids): string[] =>
  Object.values(examples).flatMap((some) => some.map((one) => (typeof one === 'string' ? one : one(ids))));

export const openPlaces = (ids: Ids): string[] => addresses(OPEN, ids);
export const placesInside = (ids: Ids): string[] => addresses(INSIDE, ids);
export const placesInProject = (ids: Ids): string[] =>
  addresses(PROJECT, ids).map((rest) => `/project/${ids.project}${rest}`);
