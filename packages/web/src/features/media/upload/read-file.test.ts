// Videos that this browser cannot open are named before they are added.
import { expect, test } from 'vitest';
import { isUnplayable } from './read-file.ts';

test('only a video of unknown duration may fail to play elsewhere', () => {
  expect(isUnplayable({ mime: 'video/quicktime' })).toBe(true);
  expect(isUnplayable({ mime: 'video/mp4', duration: 4_000 })).toBe(false);
  expect(isUnplayable({ mime: 'application/pdf' })).toBe(false);
});
