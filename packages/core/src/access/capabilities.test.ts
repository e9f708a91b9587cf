import { expect, test } from 'vitest';
import { ACCESS_ROLES, accessRoleOf, CAPABILITIES, can, ROLES, scopeOf } from './capabilities.ts';

const project = { ownerId: 'owner', assistantId: 'assistant' };

test('the project owner and assistant get roles of their own, except administrators and excluded members', () => {
  for (const role of ROLES) {
    const stays = role === 'administrator' || role === 'none';
    expect(accessRoleOf(role, project, 'owner')).toBe(stays ? role : 'projectOwner');
    expect(accessRoleOf(role, project, 'assistant')).toBe(stays ? role : 'ownerAssistant');
    expect(accessRoleOf(role, project, 'somebody')).toBe(role);
    expect(accessRoleOf(role, undefined, 'owner')).toBe(role);
    expect(accessRoleOf(role, { ownerId: null, assistantId: null }, 'owner')).toBe(role);
  }
  expect(accessRoleOf('contributor', { ownerId: 'one', assistantId: 'one' }, 'one')).toBe('projectOwner');
});

test('the owner has the permissions of administrators, and no one has more', () => {
  for (const capability of CAPABILITIES) {
    expect(scopeOf('projectOwner', capability), capability).toBe(scopeOf('administrator', capability));
    for (const column of ACCESS_ROLES) {
      if (can(column, capability)) expect(can('administrator', capability), `${column} ${capability}`).toBe(true);
    }
  }
});

test('the assistant has the same permissions as the owner, except managing members and their roles', () => {
  const differs = CAPABILITIES.filter(
    (capability) => scopeOf('ownerAssistant', capability) !== scopeOf('administrator', capability),
  );
  expect(differs).toEqual(['stakeholder.manage', 'member.manage']);
  expect(differs.map((differ) => scopeOf('ownerAssistant', differ))).toEqual(['no', 'no']);
});

test('an excluded member may do nothing', () => {
  expect(CAPABILITIES.filter((capability) => can('none', capability))).toEqual([]);
});
