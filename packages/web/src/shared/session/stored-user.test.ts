import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storedOwner } from './stored-user.ts';

const kept = new Map<string, string>();
const user = (more: object = {}) => JSON.stringify({ userId: 'anna', organisationId: 'org', ...more });
beforeEach(() => {
  kept.clear();
  kept.set('plumbline.token', '{"access_token":"x","expires_at":1}');
  vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('is the signed-in user, also while an expired token cannot be renewed', () => {
  kept.set('plumbline.user', user());
  expect(storedOwner()).toEqual({ userId: 'anna', organisationId: 'org', helper: false });
});

it('is not the user of a support session, whose content is kept apart', () => {
  kept.set('plumbline.user', user({ byToken: true }));
  expect(storedOwner()).toMatchObject({ helper: true });
});

it('is nobody after signing out, and before the user of a new session is known', () => {
  expect(storedOwner()).toBeUndefined();
  kept.set('plumbline.user', user());
  kept.delete('plumbline.token');
  expect(storedOwner()).toBeUndefined();
});

it.each(['', '{', 'null', '{"userId":"anna"}'])('is nobody if %j is stored', (text) => {
  kept.set('plumbline.user', text);
  expect(storedOwner()).toBeUndefined();
});
