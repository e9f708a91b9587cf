import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { rememberInvitation } from './last-invitation.ts';
import { suggestionsFor } from './suggestions.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

afterAll(() => {
  vi.unstubAllGlobals();
});

const managed = [
  { id: 'old', lastActivity: '2026-01-05T08:00:00.000Z' },
  { id: 'newest', lastActivity: '2026-03-05T08:00:00.000Z' },
  { id: 'newer', lastActivity: '2026-02-05T08:00:00.000Z' },
];

test('a first invitation proposes the two projects with the newest activity, once for each usual role', () => {
  const projectIds = new Set(['newest', 'newer']);
  expect(suggestionsFor(managed)).toEqual([
    { like: 'recent', role: 'subcontractor', projectIds },
    { like: 'recent', role: 'contributor', projectIds },
  ]);
});

test('the last invitation comes first and is not proposed twice', () => {
  rememberInvitation({ projectIds: new Set(['newer', 'newest']), role: 'contributor' });
  expect(suggestionsFor(managed).map(({ like, role }) => `${like} ${role}`)).toEqual([
    'last contributor',
    'recent subcontractor',
  ]);
  rememberInvitation({ projectIds: new Set(['old']), role: 'contributor' });
  expect(suggestionsFor(managed)).toHaveLength(3);
});

test('nothing is proposed to someone who manages no project', () => {
  rememberInvitation({ projectIds: new Set(['old']), role: 'contributor' });
  expect(suggestionsFor([])).toEqual([]);
});
