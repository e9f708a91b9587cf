import { expect, test } from 'vitest';
import { ACTING, actingAs, CAPABILITIES, can, ROLES, scopeOf } from './capabilities.ts';

const project = { ownerId: 'owner', assistantId: 'assistant' };

test('who is named acts by the column of it; administrators and those who are out stay what they are', () => {
  for (const role of ROLES) {
    const stays = role === 'administrator' || role === 'none';
    expect(actingAs(role, project, 'owner')).toBe(stays ? role : 'projectOwner');
    expect(actingAs(role, project, 'assistant')).toBe(stays ? role : 'ownerAssistant');
    expect(actingAs(role, project, 'somebody')).toBe(role);
    expect(actingAs(role, undefined, 'owner')).toBe(role);
    expect(actingAs(role, { ownerId: null, assistantId: null }, 'owner')).toBe(role);
  }
  expect(actingAs('contributor', { ownerId: 'one', assistantId: 'one' }, 'one')).toBe('projectOwner');
});

test('the owner holds what administrators hold, and nobody holds more', () => {
  for (const capability of CAPABILITIES) {
    expect(scopeOf('projectOwner', capability), capability).toBe(scopeOf('administrator', capability));
    for (const column of ACTING) {
      if (can(column, capability)) expect(can('administrator', capability), `${column} ${capability}`).toBe(true);
    }
  }
});

test('the assistant holds the same but for who is in the project, and as what', () => {
  const differs = CAPABILITIES.filter((one) => scopeOf('ownerAssistant', one) !== scopeOf('administrator', one));
  expect(differs).toEqual(['stakeholder.manage', 'member.manage']);
  expect(differs.map((one) => scopeOf('ownerAssistant', one))).toEqual(['no', 'no']);
});

test('whoever is out may nothing', () => {
  expect(CAPABILITIES.filter((one) => can('none', one))).toEqual([]);
});
