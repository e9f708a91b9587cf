import { expect, test } from 'vitest';
import { ROLES } from './capabilities.ts';
import {
  afterMove,
  effectiveRole,
  type Facts,
  isLicensed,
  MEMBERSHIP_MOVE_NAMES,
  MEMBERSHIP_STATES,
  MEMBERSHIP_STATUSES,
  mayEnter,
  membershipStatusOf,
  projectStateAfter,
} from './membership-status.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');

test('each transition from each state leads to the resulting state, or is not possible', () => {
  const table = Object.fromEntries(
    MEMBERSHIP_STATES.map((state) => [
      state,
      MEMBERSHIP_MOVE_NAMES.map((move) => afterMove(state, move, true) ?? '-').join(' '),
    ]),
  );
  expect(MEMBERSHIP_MOVE_NAMES).toEqual(['invite', 'activate', 'deactivate', 'reactivate', 'remove']);
  expect(table).toEqual({
    pending: 'active active deactivated - removed',
    invited: 'active active deactivated - removed',
    active: '- - deactivated - removed',
    deactivated: '- - - active removed',
    removed: 'active - - - -',
  });
  // A user without a password gets a link.
  for (const state of ['pending', 'invited', 'removed'] as const)
    expect(afterMove(state, 'invite', false)).toBe('invited');
  expect(afterMove('deactivated', 'reactivate', false)).toBe('pending');
});

test('only deactivated and removed members may not sign in', () => {
  expect(MEMBERSHIP_STATES.filter(mayEnter)).toEqual(['pending', 'invited', 'active']);
});

const ACTIVE: Facts = { state: 'active', open: true, licence: 'full', licenceEndsAt: null, needsLicence: true };

test.each([
  [{}, 'active'],
  [{ licence: 'mobile' }, 'active'],
  [{ licence: null, needsLicence: false }, 'activeFree'],
  [{ licence: null }, 'unlicensed'],
  [{ licenceEndsAt: '2026-03-02T09:00:00.001Z' }, 'active'],
  [{ licenceEndsAt: '2026-03-02T09:00:00.000Z' }, 'licenceExpired'],
  [{ licenceEndsAt: '2025-03-02T09:00:00.000Z', needsLicence: false }, 'licenceExpired'],
  [{ open: false }, 'deactivated'],
  [{ state: 'deactivated' }, 'deactivated'],
  [{ state: 'removed', open: false }, 'removed'],
  [{ state: 'invited', licence: null }, 'invited'],
  [{ state: 'pending', open: false }, 'deactivated'],
] as const)('%j is shown as %s', (facts, status) => {
  expect(membershipStatusOf({ ...ACTIVE, ...facts }, NOW)).toBe(status);
  expect(MEMBERSHIP_STATUSES).toContain(status);
});

test('without a licence, licensed roles become viewers, and free roles keep theirs', () => {
  expect(ROLES.map((role) => effectiveRole(role, false))).toEqual([
    'internalViewer',
    'internalViewer',
    'internalViewer',
    'externalViewer',
    'subcontractor',
    'none',
  ]);
  expect(ROLES.map((role) => effectiveRole(role, true))).toEqual([...ROLES]);
  expect(isLicensed({ licence: null, licenceEndsAt: null }, NOW)).toBe(false);
});

test('project membership follows the organisation, unless it was ended in the project', () => {
  expect(projectStateAfter('active', 'deactivated')).toBe('deactivated');
  expect(projectStateAfter('invited', 'active')).toBe('active');
  expect(projectStateAfter('inactive', 'active')).toBe('inactive');
  expect(projectStateAfter('removed', 'active')).toBe('removed');
});
