import { expect, test } from 'vitest';
import { disposition, readRange, sentType } from './send-file.ts';

test.each([
  [undefined, 'whole'],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-1', { start: 99, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=-0', 'none'],
  ['bytes=100-', 'none'],
  ['bytes=100-200', 'none'],
  ['bytes=20-10', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
  ['lines=0-1', 'whole'],
  ['bytes=99999999999999999999-', 'whole'],
])('of 100 bytes, Range %s selects %j', (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

test.each([
  ['Foto 1.jpg', `attachment; filename="Foto 1.jpg"; filename*=UTF-8''Foto%201.jpg`],
  ['../x', `attachment; filename=".._x"; filename*=UTF-8''.._x`],
  ['a"b;c.txt', `attachment; filename="a_b_c.txt"; filename*=UTF-8''a%22b%3Bc.txt`],
  ['Grüße.pdf', `attachment; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.pdf`],
  ['x\r\nset-cookie: a', `attachment; filename="x__set-cookie: a"; filename*=UTF-8''x__set-cookie%3A%20a`],
  ['gpj.\u202eexe', `attachment; filename="gpj._exe"; filename*=UTF-8''gpj._exe`],
  ['\ud800', `attachment; filename="_"; filename*=UTF-8''_`],
  ['', `attachment; filename="file"; filename*=UTF-8''file`],
  [`it's (1)*!`, `attachment; filename="it's (1)*!"; filename*=UTF-8''it%27s%20%281%29%2A%21`],
])('%j is encoded safely in the header', (name, header) => {
  expect(disposition('attachment', name)).toBe(header);
});

test.each([
  ['image/jpeg', 'image/jpeg'],
  ['Text/HTML; charset=utf-7', 'text/html'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', undefined],
  ['text/javascript', 'application/octet-stream'],
  ['application/ECMAScript; a=b', 'application/octet-stream'],
  ['text/css', 'application/octet-stream'],
  ['application/wasm', 'application/octet-stream'],
  ['a/b\r\nx: y', 'application/octet-stream'],
  ['', 'application/octet-stream'],
])('%j is sent as %s', (mime, sent) => {
  expect(sentType(mime)).toBe(sent ?? mime);
});
