import { expect, test } from 'vitest';
import { readEvents } from './live-stream.ts';

const projectId = '00000000-0000-4000-8000-000000000001';

test('events are read as far as they are whole', () => {
  const { events, rest } = readEvents(`: here\n\ndata: {"projectId":"${projectId}","head":4}\n\ndata: {"proj`);
  expect(events).toEqual([{ projectId, head: 4 }]);
  expect(readEvents(`${rest}ectId":"${projectId}","head":null}\r\n\r\n`).events).toEqual([{ projectId, head: null }]);
});

test('what is not understood is passed over', () => {
  const text = `data: no json\n\ndata: {"other":1}\n\nretry: 3000\n\nid: 7\ndata: {"projectId":"${projectId}","head":1}\n\n`;
  expect(readEvents(text)).toEqual({ events: [{ projectId, head: 1 }], rest: '' });
});
