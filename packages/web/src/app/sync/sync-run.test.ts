import { expect, test } from 'vitest';
import { syncRun } from './sync-run.ts';

const idle = { pending: 0, uploads: 0, sending: false, checking: false, offline: false, rejected: [] };
const start = { status: idle, isOnline: true, plans: [], before: 0, hasStarted: true };
const plan = (state: 'DONE' | 'IN_PROGRESS' | 'FAILED', share = 0) => ({ state, share });

test.each([
  ['nothing has happened yet', { ...start, hasStarted: false }, { phase: 'checking' }],
  ['the server is being asked', { ...start, status: { ...idle, checking: true } }, { phase: 'checking' }],
  ['there was nothing to send', start, { phase: 'none' }],
  ['everything was sent', { ...start, before: 4 }, { phase: 'complete' }],
  [
    'one of four is sent',
    { ...start, before: 4, status: { ...idle, pending: 3, checking: true } },
    { phase: 'uploading', share: 0.25 },
  ],
  ['files are uploading', { ...start, before: 4, status: { ...idle, uploads: 2 } }, { phase: 'uploading', share: 0.5 }],
  [
    'the rest needs Wi-Fi',
    { ...start, before: 4, status: { ...idle, uploads: 2, waitsForWifi: true } },
    { phase: 'stopped', share: 0.5 },
  ],
  [
    'the network is lost',
    { ...start, before: 4, isOnline: false, status: { ...idle, pending: 1 } },
    { phase: 'stopped', share: 0.75 },
  ],
  ['the server is lost', { ...start, status: { ...idle, offline: true } }, { phase: 'stopped', share: 0 }],
  [
    'the session has ended',
    { ...start, before: 1, status: { ...idle, pending: 1, signedOut: true } },
    { phase: 'error' },
  ],
  [
    'the server refuses',
    { ...start, before: 1, status: { ...idle, pending: 1, failure: 'licence_expired' } },
    { phase: 'error' },
  ],
  [
    'the second of three plans is updated',
    { ...start, plans: [plan('DONE', 1), plan('IN_PROGRESS', 0.4), plan('IN_PROGRESS')] },
    { phase: 'syncing', plan: 2, plans: 3, share: 0.4 },
  ],
  ['all plans are updated', { ...start, plans: [plan('DONE', 1)] }, { phase: 'complete' }],
  ['a plan has failed', { ...start, plans: [plan('FAILED')] }, { phase: 'error' }],
] as const)('shows the progress when %s', (_name, seen, expected) => {
  expect(syncRun(seen)).toEqual(expected);
});
