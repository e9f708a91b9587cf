import { expect, test } from 'vitest';
import { hasRoom } from './room.ts';

const GB = 1_073_741_824;
const disk = (size: number, free: number) => ({ blocks: size, bavail: free, bsize: GB });

test.each([
  ['a twentieth stays free', disk(20, 2), 1 * GB, true],
  ['one byte more is too many', disk(20, 2), 1 * GB + 1, false],
  ['of a large disk two gigabytes do', disk(1_000, 3), 1 * GB, true],
  ['and no less', disk(1_000, 3), 1 * GB + 1, false],
  ['a full disk takes nothing', disk(20, 0), 1, false],
])('%s', (_name, free, bytes, room) => {
  expect(hasRoom(free, bytes)).toBe(room);
});
