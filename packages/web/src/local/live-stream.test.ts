import { expect, test } from 'vitest';
import { readEvents } from './live-stream.ts';

const projectId = '00000000-0000-4000-8000-000000000001';

test('complete events are read, incomplete ones are kept', () => {
  const { events, rest } = readEvents(`: here\n\ndata: {"projectId":"${projectId}","head":4}\n\ndata: {"proj`);
  expect(events).toEqual([{ projectId, head: 4 }]);
  expect(readEvents(`${rest}ectId":"${projectId}","head":null}\r\n\r\n`).events).toEqual([{ projectId, head: null }]);
});

test('unknown events are ignored', () => {
  const text = `data: no json\n\ndata: {"other":1}\n\nretry: 3000\n\nid: 7\ndata: {"projectId":"${projectId}","head":1}\n\n`;
  expect(readEvents(text)).toEqual({ events: [{ projectId, head: 1 }], rest: '' });
});
