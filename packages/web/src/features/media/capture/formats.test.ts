// Recording formats play in most browsers, and recordings end before they are too large to upload.

import { expect, it } from 'vitest';
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';
import { clock, longest, PURPOSE_OF, RATES, typeFor } from './formats.ts';

it('uses MP4 if it can be written, else WebM, else nothing', () => {
  expect(typeFor('video', () => true)).toMatch(/^video\/mp4/u);
  expect(typeFor('video', (type) => type.includes('webm'))).toMatch(/^video\/webm/u);
  expect(typeFor('audio', (type) => type === 'audio/webm')).toBe('audio/webm');
  expect(typeFor('audio', () => false)).toBeUndefined();
});

it.each(['video', 'audio'] as const)('limits %s recordings to what can be uploaded', (kind) => {
  const bytes = (longest(kind) / 1_000) * ((RATES[kind].video + RATES[kind].audio) / 8);
  expect(bytes).toBeLessThan(UPLOAD_LIMITS[PURPOSE_OF[kind]]);
  expect(longest(kind)).toBe(30 * 60_000);
});

it('formats a duration', () => {
  expect([0, 999, 5_000, 65_000, 600_000].map(clock)).toEqual(['0:00', '0:00', '0:05', '1:05', '10:00']);
});
