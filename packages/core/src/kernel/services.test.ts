import { expect, test } from 'vitest';
import { serviceOf, versionedPath } from './services.ts';

test.each([
  ['/api/oauth/token', '/api/oauth/v1/token'],
  ['/api/plans-api/projects/1/plans?page=0', '/api/plans-api/v3.1/projects/1/plans?page=0'],
  ['/api/plans-api/v4/projects', '/api/plans-api/v4/projects'],
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

test('a path knows its service', () => {
  expect(serviceOf('/api/tasks-api/v3/x')).toBe('tasks-api');
  expect(serviceOf('/api/v2/me')).toBeUndefined();
});
