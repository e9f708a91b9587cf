import { storedWords } from '@plumbline/core/features/imports/plan-words';
import { expect, test, vi } from 'vitest';
import { searchOnDevice } from './device-words.ts';

const files = new Map<string, Blob>();
vi.mock('../../../../local/use-rows.ts', () => ({ localBytes: async (id: string) => files.get(id) }));

const word = (text: string) => ({ text, x: 0.25, y: 0.5, w: 0.1, h: 0.02 });

async function put(id: string, words: readonly ReturnType<typeof word>[]): Promise<void> {
  const json = new Blob([JSON.stringify(storedWords(words))]);
  files.set(id, await new Response(json.stream().pipeThrough(new CompressionStream('gzip'))).blob());
}

test('words of a downloaded plan are found with their positions', async () => {
  await put('a', [word('Küche'), word('Bad')]);
  expect(await searchOnDevice('a', 'kuche')).toEqual({ hits: [word('Küche')], more: false });
  await put('b', [word('Flur')]);
  expect(await searchOnDevice('b', 'flur')).toEqual({ hits: [word('Flur')], more: false });
  expect(await searchOnDevice('b', 'kuche')).toEqual({ hits: [], more: false });
});

test('no result is returned for a plan that is not on the device', async () => {
  expect(await searchOnDevice('c', 'bad')).toBeUndefined();
  expect(await searchOnDevice(null, 'bad')).toBeUndefined();
});

test('more hits than can be shown are counted as more', async () => {
  await put(
    'd',
    Array.from({ length: 501 }, () => word('Tür')),
  );
  const found = await searchOnDevice('d', 'tür');
  expect(found?.hits).toHaveLength(500);
  expect(found?.more).toBe(true);
});
