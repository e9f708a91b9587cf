// What may import what. The tables here are the architecture; docs/architecture.md says why.

/** Workspaces by folder, each with the workspaces it may import. Never the other way round. */
export const DIRECTION = {
  'packages/core': [],
  'packages/locales': [],
  'packages/server': ['packages/core', 'packages/locales'],
  'packages/web': ['packages/core', 'packages/locales'],
  'packages/testkit': ['packages/core', 'packages/locales', 'packages/server', 'packages/web'],
  e2e: ['packages/core', 'packages/locales', 'packages/server', 'packages/web', 'packages/testkit'],
  bench: ['packages/core', 'packages/locales', 'packages/server', 'packages/web', 'packages/testkit'],
};

/** Workspaces without Node: what they run in has none. Tests are exempt. */
export const WITHOUT_NODE = ['packages/core', 'packages/web'];

/** Workspaces that exist for tests: all of their files may use the test runner. */
export const FOR_TESTS = ['packages/testkit', 'e2e', 'bench'];

/** The only packages core may use outside of tests. */
export const CORE_PACKAGES = ['zod'];

/**
 * Server features, each with those it is built on: containing → contained (a plan has pins, a pin has tasks, a task has
 * media), and onto the ground they all share (people, organisations, uploads, the change log of sync). Transitive.
 */
export const FEATURE_USES = {
  demo: ['projects', 'imports', 'datasets', 'reports', 'organisations', 'auth'],
  projects: ['plans', 'organisations'],
  imports: ['plans', 'models', 'projects', 'notifications'],
  models: ['plans'],
  maps: ['imports', 'plans'],
  reports: ['plans', 'pins', 'media', 'notifications'],
  plans: ['pins', 'media'],
  groups: ['pins'],
  exports: ['groups', 'pins', 'tasks', 'plans', 'projects', 'people'],
  pins: ['tasks', 'media'],
  tasks: ['media', 'people', 'notifications'],
  media: ['uploads', 'people', 'sync'],
  datasets: ['uploads', 'people'],
  notifications: ['sync', 'people'],
  dashboard: ['plans', 'pins', 'tasks'],
  organisations: ['people'],
  'personal-data': ['organisations', 'account', 'auth', 'people', 'media'],
  'people-import': ['people', 'datasets', 'organisations', 'uploads', 'account'],
  account: ['organisations', 'auth'],
  sso: ['organisations', 'auth'],
  people: ['auth', 'sync'],
  faults: [],
  uploads: [],
  sync: [],
  auth: [],
};

/** Folders that must not import certain others: prefix of the importing file → prefixes it must stay away from, and why. */
export const APART = [
  {
    from: 'packages/web/src/viewer/',
    to: ['packages/web/src/features/', 'packages/web/src/local/', 'packages/web/src/api/', 'packages/web/src/app/'],
    why: 'the viewer knows no feature, no store and no network',
  },
  {
    from: 'packages/web/src/viewer/',
    to: ['packages/core/src/features/'],
    why: 'the viewer knows no feature',
  },
  {
    from: 'packages/web/src/ui/',
    to: ['packages/web/src/features/', 'packages/web/src/local/', 'packages/web/src/api/'],
    why: 'parts of the design system know no feature',
  },
  {
    from: 'packages/server/src/platform/',
    to: ['packages/server/src/features/', 'packages/server/src/http/'],
    why: 'the platform knows no feature',
  },
];

/** Files that hang the features together and may import all of them. */
export const COMPOSITION = [
  'packages/server/src/app/main.ts',
  'packages/server/src/app/app.ts',
  'packages/server/src/app/features.ts',
];

/** Only here is the environment read. */
export const ENVIRONMENT = { within: 'packages/server/src/', only: 'packages/server/src/config/' };
