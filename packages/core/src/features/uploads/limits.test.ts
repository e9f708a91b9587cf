// The operator's limits, in the megabytes that the interface shows.
import { expect, it } from 'vitest';
import { DEFAULT_UPLOAD_LIMITS, readUploadLimits } from './limits.ts';

it('allows videos of 500 MB, files of 100 MB and templates of 3.2 MB by default', () => {
  expect(readUploadLimits('')).toEqual(DEFAULT_UPLOAD_LIMITS);
  const { video, file, template } = DEFAULT_UPLOAD_LIMITS;
  expect({ video, file, template }).toEqual({ video: 500_000_000, file: 100_000_000, template: 3_200_000 });
});

it('changes the limits that are named', () => {
  expect(readUploadLimits('video=2000, file=3.2')).toEqual({
    ...DEFAULT_UPLOAD_LIMITS,
    video: 2_000_000_000,
    file: 3_200_000,
  });
});

it.each([
  'video',
  'video=',
  'video=0',
  'video=-1',
  'video=1e3',
  'film=3',
  'plan=1',
  'photo=65',
  'file=2001',
  'a=1,video=2',
])('refuses %s', (text) => expect(readUploadLimits(text)).toBeUndefined());
