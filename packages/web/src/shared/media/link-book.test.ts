import { expect, test } from 'vitest';
import { LinkBook, POLL_INTERVAL_MS, RENEW_BEFORE_MS } from './link-book.ts';

const LIFETIME_MS = 300_000;
const linksOf = (blobId: string, thumb: string | null = `/thumb/${blobId}`) => ({
  blobId,
  original: `/original/${blobId}`,
  download: `/download/${blobId}`,
  thumb,
  preview: thumb,
  play: null,
});

function setUp(answer: (blobIds: readonly string[]) => ReturnType<typeof linksOf>[], most = 100) {
  const world = { now: 1_000_000, asked: [] as string[][], planned: [] as { run: () => void; at: number }[] };
  const book = new LinkBook({
    most,
    now: () => world.now,
    later: (run, milliseconds) => void world.planned.push({ run, at: world.now + milliseconds }),
    ask: async (blobIds) => {
      world.asked.push([...blobIds]);
      return { files: answer(blobIds), expiresAt: world.now + LIFETIME_MS };
    },
  });
  const settle = async () => {
    const due = world.planned.filter(({ at }) => at < world.now + 1_000);
    world.planned = world.planned.filter((one) => !due.includes(one));
    for (const { run } of due) run();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { book, world, settle };
}

const all = (blobIds: readonly string[]) => blobIds.map((blobId) => linksOf(blobId));

test('requests made at the same moment are batched, with each blob once', async () => {
  const { book, world, settle } = setUp(all);
  let reported = 0;
  book.watch(() => {
    reported += 1;
  });
  expect(book.links('a')).toBeUndefined();
  book.links('a');
  book.links('b');
  await settle();
  expect(world.asked).toEqual([['a', 'b']]);
  expect(reported).toBe(1);
  expect(book.links('a')?.thumb).toBe('/thumb/a');
  await settle();
  expect(world.asked).toHaveLength(1);
});

test('many requests are split into several calls', async () => {
  const { book, world, settle } = setUp(all, 2);
  for (const blobId of ['a', 'b', 'c']) book.links(blobId);
  await settle();
  expect(world.asked.map((wishes) => wishes.length)).toEqual([2, 1]);
});

test('links are renewed before they expire and still shown meanwhile', async () => {
  const { book, world, settle } = setUp(all);
  book.links('a');
  await settle();
  world.now += LIFETIME_MS - RENEW_BEFORE_MS - 1;
  book.links('a');
  await settle();
  expect(world.asked).toHaveLength(1);
  world.now += 1;
  expect(book.links('a')?.thumb).toBe('/thumb/a');
  await settle();
  expect(world.asked).toHaveLength(2);
});

test('a picture without thumbnails yet is requested again', async () => {
  let created = false;
  const { book, world, settle } = setUp((blobIds) => blobIds.map((blobId) => linksOf(blobId, created ? '/t' : null)));
  book.links('a');
  await settle();
  expect(book.links('a')?.original).toBe('/original/a');
  created = true;
  world.now += POLL_INTERVAL_MS;
  book.links('a');
  await settle();
  expect(book.links('a')?.thumb).toBe('/t');
});

test('a failed request is repeated later, not immediately, for the pictures still on screen', async () => {
  let fail = true;
  const { book, world, settle } = setUp((blobIds) => {
    if (fail) throw new Error('no network');
    return all(blobIds);
  });
  book.links('a');
  await settle();
  expect(book.links('a')).toBeNull();
  await settle();
  expect(world.asked).toHaveLength(1);
  fail = false;
  book.watch(() => book.links('a'));
  world.now += POLL_INTERVAL_MS;
  await settle();
  await settle();
  expect(book.links('a')?.thumb).toBe('/thumb/a');
});
