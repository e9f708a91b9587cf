// What may import what. These tables define the architecture; docs/architecture.md gives the reasons.

/** Workspaces by folder, each with the workspaces it may import. Never the reverse. */
export const DIRECTION = {
  'packages/core': [],
  'packages/locales': [],
  'packages/server': ['packages/core', 'packages/locales'],
  'packages/web': ['packages/core', 'packages/locales'],
  'packages/testkit': ['packages/core', 'packages/locales', 'packages/server', 'packages/web'],
  e2e: ['packages/core', 'packages/locales', 'packages/server', 'packages/web', 'packages/testkit'],
  bench: ['packages/core', 'packages/locales', 'packages/server', 'packages/web', 'packages/testkit'],
};

/** Workspaces that must not use Node, because their runtime does not have it. Tests are exempt. */
export const WITHOUT_NODE = ['packages/core', 'packages/web'];

/** Workspaces that exist for tests: all of their files may use the test runner. */
export const FOR_TESTS = ['packages/testkit', 'e2e', 'bench'];

/** The only packages core may use outside of tests. */
export const CORE_PACKAGES = ['zod'];

/**
 * The folders of each package from the bottom up: a file may import its own layer and earlier layers, type imports
 * included. The composition layer comes last, so nothing imports it. Files directly in `src` belong to no layer and are
 * entry points.
 */
export const LAYERS = {
  'packages/core': ['access', 'kernel', 'site', 'features', 'sync', 'testing'],
  'packages/server': ['config', 'platform', 'db', 'office', 'lists', 'http', 'email', 'rendering', 'features', 'app'],
  'packages/web': ['ui', 'viewer', 'api', 'local', 'shared', 'features', 'app'],
};

/** The features of each package in order: a feature may import earlier ones. */
export const FEATURE_ORDER = {
  'packages/core': [
    'faults',
    'uploads',
    'auth',
    'account',
    'operator',
    'datasets',
    'people',
    'organisations',
    'personal-data',
    'sso',
    'notifications',
    'fields',
    'maps',
    'models',
    'media',
    'tasks',
    'plans',
    'pins',
    'search',
    'groups',
    'views',
    'imports',
    'projects',
    'reports',
    'dashboard',
    'exports',
    'archives',
    'exchange',
  ],
  'packages/server': [
    'faults',
    'auth',
    'uploads',
    'sync',
    'organisations',
    'account',
    'operator',
    'sso',
    'datasets',
    'people',
    'media',
    'notifications',
    'personal-data',
    'tasks',
    'pins',
    'search',
    'groups',
    'plans',
    'models',
    'maps',
    'projects',
    'imports',
    'reports',
    'exports',
    'exchange',
    'archives',
    'dashboard',
    'backups',
    'demo',
  ],
  'packages/web': [
    'sso',
    'auth',
    'personal-data',
    'exports',
    'archives',
    'imports',
    'account',
    'operator',
    'people',
    'organisations',
    'notifications',
    'datasets',
    'exchange',
    'fields',
    'maps',
    'media',
    'views',
    'tasks',
    'pins',
    'models',
    'reports',
    'plans',
    'groups',
    'projects',
    'dashboard',
  ],
};

/** Maximum files per folder. */
export const MAX_FILES = 15;

/** A file of at most this many lines joins the only file that imports it, if that is beside it and stays short enough. */
export const SLICE_LINES = 30;
export const MAX_JOINED_LINES = 250;

/** Lists that only grow, where a limit would have no remedy: a benchmark has the name with which it is started. */
export const UNLIMITED = ['packages/server/src/db/migrations', 'bench'];

/** Folders that must not import certain others: prefix of the importing file → forbidden prefixes, and why. */
export const APART = [
  {
    from: 'packages/web/src/viewer/',
    to: ['packages/core/src/features/'],
    why: 'the viewer is independent of features',
  },
];

/** The environment is read only here. */
export const ENVIRONMENT = { within: 'packages/server/src/', only: 'packages/server/src/config/' };
