import { expect, test } from 'vitest';
import { basedPath, readBases, serviceOf, versionedPath } from './services.ts';

test.each([
  ['/api/oauth/token', '/api/oauth/v1/token'],
  ['/api/plans-api/projects/1/plans?page=0', '/api/plans-api/v3.1/projects/1/plans?page=0'],
  ['/api/plans-api/v3/projects?size=1', '/api/plans-api/v3.1/projects?size=1'],
  ['/api/plans-api/v4/projects', '/api/plans-api/v3.1/projects'],
  ['/api/pins-api/v4/pins', '/api/pins-api/v3/pins'],
  ['/api/tasks-api/v9/tasks', '/api/tasks-api/v9/tasks'],
  ['/api/pins-api/projects', '/api/pins-api/v3/projects'],
  ['/api/assignees?x=1', '/api/assignees/v4?x=1'],
  ['/api/me', '/api/v2/me'],
  ['/api/users/email?email=a', '/api/v2/users/email?email=a'],
  ['/api/v2/me', '/api/v2/me'],
  ['/api/openapi.json', '/api/openapi.json'],
  ['/api/docs/', '/api/docs/'],
  ['/healthz', '/healthz'],
])('%s is served at %s', (path, expected) => {
  expect(versionedPath(path)).toBe(expected);
  expect(versionedPath(expected)).toBe(expected);
});

test('the service is found by the path of a request', () => {
  expect(serviceOf('/api/tasks-api/v3/x')).toBe('tasks-api');
  expect(serviceOf('/api/v2/me')).toBeUndefined();
});

test('a service that is split off is called under its base path, everything else at its usual path', () => {
  const bases = readBases(
    'reports=/heavy, bim-api=/far/models,nothing=/x,pins-api=https://evil.example,tasks-api=//evil',
  );
  expect(basedPath('/api/reports/projects/1/reports', bases)).toBe('/heavy/api/reports/v1/projects/1/reports');
  expect(basedPath('/api/bim-api/v4/models', bases)).toBe('/far/models/api/bim-api/v4/models');
  for (const path of ['/api/me', '/api/pins-api/projects', '/api/tasks-api/x', '/api/nothing/x', '/healthz']) {
    expect(basedPath(path, bases)).toBe(versionedPath(path));
  }
  expect([...readBases('')]).toEqual([]);
});

test.each([
  ['/api/reports', 'v1'],
  ['/api/templates', 'v1'],
  ['/api/plan-import', 'v1'],
  ['/api/notifications', 'v1'],
  ['/api/mfa-api', 'v1'],
  ['/api/bim-snippets', 'v4'],
  ['/api/bim-cloud', 'v4'],
  ['/api/projects-api', 'v3'],
  ['/api/tasks-api', 'v3'],
  ['/api/memberships-api', 'v4'],
  ['/api/team-groups-api', 'v4'],
  ['/api/filter-api', 'v3'],
])('%s has version %s', (path, version) => {
  expect(versionedPath(path)).toBe(`${path}/${version}`);
});
