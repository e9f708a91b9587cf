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

it('the stored user is the signed-in user, even while an expired token cannot be renewed', () => {
  kept.set('plumbline.user', user());
  expect(storedOwner()).toEqual({ userId: 'anna', organisationId: 'org', helper: false });
});

it('the stored user of a support session is marked, and its content kept apart', () => {
  kept.set('plumbline.user', user({ byToken: true }));
  expect(storedOwner()).toMatchObject({ helper: true });
});

it('there is no stored user after signing out, and before the user of a new session is known', () => {
  expect(storedOwner()).toBeUndefined();
  kept.set('plumbline.user', user());
  kept.delete('plumbline.token');
  expect(storedOwner()).toBeUndefined();
});

it.each(['', '{', 'null', '{"userId":"anna"}'])('there is no stored user if %j is stored', (text) => {
  kept.set('plumbline.user', text);
  expect(storedOwner()).toBeUndefined();
});
