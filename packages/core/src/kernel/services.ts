// Where each call goes: paths under /api belong to services, each with its prefix and version.

/** Service name (the first segment under /api) → version. Longer names first where one begins another. */
export const SERVICES = {
  oauth: 'v1',
  reports: 'v1',
  templates: 'v1',
  'plan-import': 'v1',
  notifications: 'v1',
  'bim-api': 'v4',
  'bim-snippets': 'v4',
  'bim-cloud': 'v4',
  'plans-api': 'v3.1',
  'projects-api': 'v3',
  'tasks-api': 'v3',
  'mfa-api': 'v1',
  'memberships-api': 'v4',
  'team-groups-api': 'v4',
  'pins-api': 'v3',
  assignees: 'v4',
  'filter-api': 'v3',
} as const;
export type Service = keyof typeof SERVICES;

/** Everything else under /api is answered by this one. */
const REST_VERSION = 'v2';

/** Further versions a service is addressed by; each is answered as its one version is. */
const VARIANTS: Partial<Record<Service, readonly string[]>> = { 'plans-api': ['v3', 'v4'], 'pins-api': ['v4'] };

const VERSIONED = /^v\d+(\.\d+)?$/u;
/** Not services: the description of the interface, its page, and streams outside any version. */
const PLAIN = new Set(['openapi.json', 'docs']);

function isService(name: string): name is Service {
  return Object.hasOwn(SERVICES, name);
}

/**
 * `/api/pins-api/x` → `/api/pins-api/v3/x`, `/api/me` → `/api/v2/me`; a path that names its version stays as it is.
 * Both sides use it: the client to address a service, the server to understand a path without a version.
 */
export function versionedPath(path: string): string {
  const match = /^\/api\/([^/?]+)(.*)$/su.exec(path);
  if (!match) return path;
  const [, first = '', rest = ''] = match;
  if (PLAIN.has(first) || VERSIONED.test(first)) return path;
  if (!isService(first)) return `/api/${REST_VERSION}/${first}${rest}`;
  const second = rest.split(/[/?]/u)[1] ?? '';
  if (VARIANTS[first]?.includes(second)) return `/api/${first}/${SERVICES[first]}${rest.slice(second.length + 1)}`;
  return VERSIONED.test(second) ? path : `/api/${first}/${SERVICES[first]}${rest}`;
}

/** The service a path belongs to; undefined for the rest of the interface. */
export function serviceOf(path: string): Service | undefined {
  const first = path.split(/[/?]/u)[2] ?? '';
  return isService(first) ? first : undefined;
}

/** Service → the path before its own, where an operator has it answered by other machines. */
export type ServiceBases = ReadonlyMap<string, string>;

/** Reads `reports=/heavy,bim-api=/models`; what is neither a service nor a path of this origin is left out. */
export function readBases(text: string): ServiceBases {
  const pairs = text.split(',').map((one) => one.trim().split('='));
  return new Map(
    pairs.flatMap(([name = '', base = '']) =>
      isService(name) && /^(?:\/[\w-]+)+$/u.test(base) ? [[name, base] as const] : [],
    ),
  );
}

/** The path with its version, behind the base of its service. */
export function basedPath(path: string, bases: ServiceBases): string {
  const versioned = versionedPath(path);
  return (bases.get(serviceOf(versioned) ?? '') ?? '') + versioned;
}
