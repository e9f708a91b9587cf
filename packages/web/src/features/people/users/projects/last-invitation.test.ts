import { beforeEach, expect, test, vi } from 'vitest';
import { lastInvitation, rememberInvitation } from './last-invitation.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

const managed = [{ id: 'north' }, { id: 'south' }];

test('the projects and the role of the last invitation are offered again', () => {
  expect(lastInvitation(managed)).toBeUndefined();
  rememberInvitation({ projectIds: new Set(['north', 'south']), role: 'subcontractor' });
  expect(lastInvitation(managed)).toEqual({ projectIds: new Set(['north', 'south']), role: 'subcontractor' });
});

test('projects that the user no longer manages are not offered', () => {
  rememberInvitation({ projectIds: new Set(['north', 'gone']), role: 'contributor' });
  expect(lastInvitation(managed)?.projectIds).toEqual(new Set(['north']));
  expect(lastInvitation([{ id: 'south' }])).toBeUndefined();
});

test('an invitation without projects does not replace the last one', () => {
  rememberInvitation({ projectIds: new Set(['north']), role: 'contributor' });
  rememberInvitation({ projectIds: new Set(), role: 'administrator' });
  expect(lastInvitation(managed)?.role).toBe('contributor');
});

test.each(['no JSON', '{}', '{"projectIds":"north","role":"contributor"}', '{"projectIds":["north"],"role":"king"}'])(
  'nothing is offered for stored text that cannot be read: %s',
  (text) => {
    stored.set('plumbline.lastInvitation', text);
    expect(lastInvitation(managed)).toBeUndefined();
  },
);
