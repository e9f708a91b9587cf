import { expect, test } from 'vitest';
import {
  openTaskId,
  pinsAddress,
  planAddress,
  projectAt,
  readPinsRoute,
  readPlanRoute,
  readVersionsRoute,
  taskOption,
} from './addresses.ts';

const names = ['projectId', 'planId', 'viewType', 'pinId', 'tab', 'pinOption', 'search'];

function planParams(address: string): Record<string, string> {
  const values = address.split('/').slice(2).map(decodeURIComponent);
  return Object.fromEntries(values.map((value, at) => [names[at] ?? '', value]));
}

test.each([
  [{ projectId: 'p', planId: 'a', viewType: 'split' }, '/project/p/a/split'],
  [{ projectId: 'p', planId: 'a', viewType: 'plan', pinId: 'x', tab: 'media' }, '/project/p/a/plan/x/media'],
  [{ projectId: 'p', planId: 'a', viewType: 'list', search: 'door 1/2' }, '/project/p/a/list/-/-/-/door%201%2F2'],
] as const)('the address of a plan view is written and read back: %j', (place, address) => {
  expect(planAddress(place)).toBe(address);
  expect(readPlanRoute(planParams(address))).toMatchObject(place);
});

test('the path of a pin list omits what is not set', () => {
  expect(pinsAddress({ projectId: 'p', viewType: 'list', page: 2, size: 50 })).toBe(
    '/project/p/pins/list/-/-/-/-/2/50',
  );
  expect(pinsAddress({ projectId: 'p', viewType: 'split', planId: 'noPlan', pinId: 'x' })).toBe(
    '/project/p/pins/split/noPlan/x',
  );
});

test('invalid segments fall back to the default', () => {
  expect(readPlanRoute({ projectId: 'p', planId: 'a', viewType: '3d', tab: 'x' })).toMatchObject({
    viewType: 'split',
    tab: undefined,
  });
  expect(readPinsRoute({ projectId: 'p', page: '-1', size: 'many' })).toMatchObject({
    page: undefined,
    size: undefined,
  });
});

const project = '0190a000-0000-7000-8000-000000000001';
const plan = '0190a000-0000-7000-8000-000000000002';
const pin = '0190a000-0000-7000-8000-000000000003';

test('a task open in a pin is part of the address; a malformed one is left out', () => {
  const place = { projectId: 'p', planId: 'a', viewType: 'split', pinId: 'x', tab: 'tasks' } as const;
  const address = planAddress({ ...place, option: taskOption(pin) });
  expect(address).toBe(`/project/p/a/split/x/tasks/task-${pin}`);
  expect(openTaskId(readPlanRoute(planParams(address)).option)).toBe(pin);
  expect(readPlanRoute(planParams(address.slice(0, -1))).option).toBeUndefined();
});

test.each([
  [`/project/${project}/${plan}/list/${pin}`, { viewType: 'list', pinId: pin }],
  [`/project/${project}/${plan}`, { viewType: 'split', pinId: undefined }],
  [`/project/${project}/pins/list`, undefined],
  [`/project/${project}/${plan}/offline`, undefined],
  [`/project/${project}`, undefined],
])('%s leads to a project and possibly a plan in it', (pathname, place) => {
  const found = projectAt(pathname);
  expect(found?.projectId).toBe(project);
  expect(found?.plan).toEqual(place && expect.objectContaining({ projectId: project, planId: plan, ...place }));
});

test.each(['/', '/project/new', `/project/copy/${project}`, `/reports/${project}`])('%s has no project', (pathname) => {
  expect(projectAt(pathname)).toBeUndefined();
});

test.each([
  [{}, { shows: 'list' }],
  [{ option: 'importStatus' }, { shows: 'importStatus' }],
  [
    { option: 'view', first: 'r' },
    { shows: 'view', revisionId: 'r' },
  ],
  [
    { option: 'compare', first: 'a', second: 'b', mode: 'swipe' },
    { shows: 'compare', older: 'a', newer: 'b', mode: 'swipe' },
  ],
  [{ option: 'compare', first: 'a', second: '-' }, { shows: 'list' }],
] as const)('the revisions of a plan show what their address says: %j', (params, shows) => {
  expect(readVersionsRoute(params)).toEqual(shows);
});
