import { CAPABILITIES, can, ROLES } from '@plumbline/core/access/capabilities';
import { expect, test } from 'vitest';
import { sectionsOf } from './nav-sections.ts';

const shownTo = (permissions: readonly string[] | undefined) => sectionsOf('p', permissions).map((one) => one.section);

test.each(ROLES.filter((role) => role !== 'none'))('%s sees only permitted sections in the navigation', (role) => {
  const shown = shownTo(CAPABILITIES.filter((capability) => can(role, capability)));
  expect(shown.includes('groups')).toBe(can(role, 'group.view'));
  expect(shown.includes('datasets')).toBe(can(role, 'dataset.view'));
  expect(shown.includes('reports')).toBe(can(role, 'report.view'));
  for (const open of ['plans', 'pins', 'tasks', 'media', 'team'] as const) expect(shown).toContain(open);
});

test('every section is listed while the permissions are unknown', () => {
  expect(shownTo(undefined)).toEqual(shownTo(CAPABILITIES));
});
