// What the server confirms to a device: the hash of each edit as received, and its position in the project's log.
import { createHash } from 'node:crypto';
import { perform } from '@plumbline/core/sync/client/edits';
import { nextUploads, noteBlob, uploadOnce } from '@plumbline/core/sync/client/round';
import { confirmedText } from '@plumbline/core/sync/protocol';
import { beforeEach, expect, test } from 'vitest';
import { emptyState, MemoryServer } from '../memory-server.ts';
import { madeId, PEOPLE, projectIdOf, seeded, workRows } from '../seed-site.ts';
import { loadedData } from './loaded-data.ts';
import { PlainDevice } from './plain-device.ts';

const PROJECT = projectIdOf(1);
const PIN = madeId(5, 11);
const USER = PEOPLE[0]?.userId ?? '';

let server: MemoryServer;
let device: PlainDevice;
let ids = 0;
const newId = () => {
  ids += 1;
  return madeId(0x300, ids);
};

beforeEach(async () => {
  ids = 0;
  const tools = {
    step: async () => undefined,
    flaws: new Set<never>(),
    now: () => '2026-03-02T09:00:00.000Z',
    trouble: () => undefined,
  };
  server = new MemoryServer(tools, seeded(emptyState(madeId(9, 1)), 1, workRows));
  device = new PlainDevice(server, { organisationId: madeId(8, 1), userId: USER }, PROJECT, newId);
  device.storage.data = await loadedData(server.state, [PROJECT], USER, newId());
});

test('an edit keeps its confirmation after it has been read back, with the hash of its content', async () => {
  const edit = await perform(device.parts, PROJECT, 'pin.update', { id: PIN, set: { title: 'Crack' } });
  await device.sync();
  expect([...device.data.edits.values()]).toEqual([]);
  const [sent] = [...device.data.journal.values()];
  expect(sent?.confirmed).toEqual({
    at: expect.any(String),
    hash: createHash('sha256').update(confirmedText(edit)).digest('hex'),
    position: server.state.log.at(-1)?.position,
  });
});

test('an edit that is answered twice keeps the first confirmation', async () => {
  await perform(device.parts, PROJECT, 'pin.update', { id: PIN, set: { title: 'Crack' } });
  device.between.push = async (body, push) => {
    await push(body);
    // The first reply is lost, and others change the project before the edit is sent again.
    delete device.between.push;
    const other = new PlainDevice(server, { organisationId: madeId(8, 1), userId: USER }, PROJECT, newId);
    other.storage.data = await loadedData(server.state, [PROJECT], USER, newId());
    await perform(other.parts, PROJECT, 'pin.update', { id: PIN, set: { notes: 'later' } });
    await other.sync();
    return push(body);
  };
  await device.sync();
  const own = server.state.log.find(({ cause }) => cause.device !== undefined);
  const [sent] = [...device.data.journal.values(), ...device.data.edits.values()];
  expect(sent?.confirmed?.position).toBe(own?.position);
});

test('a file keeps the hash that the server has computed', async () => {
  const about = { id: newId(), purpose: 'photo', name: 'a.jpg', mime: 'image/jpeg', size: 3, at: '' } as const;
  await noteBlob(device.parts, about);
  device.parts.server.upload = async () => ({ hash: 'ab' });
  for (const blob of nextUploads([], [...device.data.blobs.values()])) await uploadOnce(device.parts, blob);
  expect(device.data.blobs.get(about.id)).toMatchObject({ state: 'there', confirmed: { hash: 'ab' } });
});
