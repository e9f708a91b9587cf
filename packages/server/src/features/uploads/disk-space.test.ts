import { expect, test } from 'vitest';
import { hasDiskSpace, requireDiskSpace } from './disk-space.ts';

const GB = 1_073_741_824;
const disk = (size: number, free: number) => ({ blocks: size, bavail: free, bsize: GB });

test.each([
  ['a file that leaves 5 % free is accepted', disk(20, 2), 1 * GB, true],
  ['one byte more is refused', disk(20, 2), 1 * GB + 1, false],
  ['a file that leaves 2 GB free on a large disk is accepted', disk(1_000, 3), 1 * GB, true],
  ['one byte more is refused on a large disk', disk(1_000, 3), 1 * GB + 1, false],
  ['a full disk accepts nothing', disk(20, 0), 1, false],
])('%s', (_name, free, bytes, room) => {
  expect(hasDiskSpace(free, bytes)).toBe(room);
});

test('files on a separate disk need space there, not on the disk of the database', async () => {
  const config = { dataDir: '/data', files: { kind: 'folder' as const, folder: '/mnt/files' } };
  const fullAt = (folder: string) => async (asked: string) => disk(20, asked === folder ? 0 : 10);
  await expect(requireDiskSpace({ config }, 1, fullAt('/mnt/files'))).rejects.toMatchObject({ code: 'no_space' });
  await expect(requireDiskSpace({ config }, 1, fullAt('/data'))).resolves.toBeUndefined();
});
