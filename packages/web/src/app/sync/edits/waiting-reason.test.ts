import { expect, test } from 'vitest';
import { waitingReason } from './waiting-reason.ts';

const idle = { pending: 1, uploads: 0, sending: false, offline: false, rejected: [] };
const photo = { needsFile: true };
const text = { needsFile: false };

test.each([
  ['a text', text, idle, false, 'next'],
  ['a text while the browser is offline', text, idle, true, 'offline'],
  ['a photo while the server is away', photo, { ...idle, offline: true }, true, 'offline'],
  ['a photo after the session has ended', photo, { ...idle, signedOut: true }, false, 'signedOut'],
  ['a photo on mobile data', photo, { ...idle, waitsForWifi: true }, false, 'wifi'],
  ['a text on mobile data', text, { ...idle, waitsForWifi: true }, false, 'next'],
  ['a photo that is uploading', photo, idle, false, 'file'],
  ['a text with an expired licence', text, { ...idle, failure: 'licence_expired' }, false, 'failed'],
] as const)('gives the reason why %s waits', (_name, edit, status, isOffline, reason) => {
  expect(waitingReason(edit, status, isOffline)).toBe(`sync.reason.${reason}`);
});
