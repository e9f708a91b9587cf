// Routes calls to services: each path under /api belongs to a service with its own prefix and version.

/**
 * Service name (the first segment under /api) → version. Where one name is a prefix of another, the longer comes first.
 */
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

/** Version of everything else under /api. */
const REST_VERSION = 'v2';

/** Additional versions a service accepts; each is answered like its main version. */
const VARIANTS: Partial<Record<Service, readonly string[]>> = { 'plans-api': ['v3', 'v4'], 'pins-api': ['v4'] };

const VERSIONED = /^v\d+(\.\d+)?$/u;
/** Not services: the OpenAPI document, its page, and unversioned streams. */
const PLAIN = new Set(['openapi.json', 'docs']);

function isService(name: string): name is Service {
  return Object.hasOwn(SERVICES, name);
}

/**
 * `/api/pins-api/x` → `/api/pins-api/v3/x`, `/api/me` → `/api/v2/me`; a path that already names its version is
 * unchanged. Used by the client to address a service and by the server to understand a path without a version.
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

/** The service a path belongs to; undefined for the rest of the API. */
export function serviceOf(path: string): Service | undefined {
  const first = path.split(/[/?]/u)[2] ?? '';
  return isService(first) ? first : undefined;
}

/** Service → path prefix under which an operator routes it to other machines. */
export type ServiceBases = ReadonlyMap<string, string>;

/** Parses `reports=/heavy,bim-api=/models`; entries that are not a service and a path of this origin are ignored. */
export function readBases(text: string): ServiceBases {
  const pairs = text.split(',').map((one) => one.trim().split('='));
  return new Map(
    pairs.flatMap(([name = '', base = '']) =>
      isService(name) && /^(?:\/[\w-]+)+$/u.test(base) ? [[name, base] as const] : [],
    ),
  );
}

/** The versioned path, prefixed with the base of its service. */
export function basedPath(path: string, bases: ServiceBases): string {
  const versioned = versionedPath(path);
  return (bases.get(serviceOf(versioned) ?? '') ?? '') + versioned;
}
