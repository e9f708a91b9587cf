// Profile pictures: uploads are made harmless, and only people who work with a person see the picture.
import { account } from '@plumbline/core/features/account/contract';
import { listAvatars, removePicture } from '@plumbline/core/features/account/picture-contract';
import { me } from '@plumbline/core/features/auth/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, createPerson, createWorld, signIn, type World } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
let person: Actor;
let made = 0;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
beforeEach(async () => {
  await server.database.root.query('DELETE FROM rate_limit');
  const { organisationId } = world;
  made += 1;
  person = await signIn(
    server,
    await createPerson(server, { organisationId, firstName: 'Paul', lastName: `P${made}` }),
  );
});
afterAll(() => server.close());

describe('a profile picture', () => {
  const put = (bytes: Buffer, type: string, caller = person.caller) =>
    caller.raw({ method: 'PUT', url: '/api/me/picture', headers: { 'content-type': type }, payload: bytes });
  const pixels = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c04020' } });
  const bmp = (width: number, height: number): Buffer => {
    const step = Math.ceil((width * 3) / 4) * 4;
    const file = Buffer.alloc(54 + step * height, 0x80);
    file.write('BM', 0, 'latin1');
    file.writeUInt32LE(54, 10);
    file.writeUInt32LE(40, 14);
    file.writeInt32LE(width, 18);
    file.writeInt32LE(height, 22);
    file.writeUInt16LE(24, 28);
    file.writeUInt32LE(0, 30);
    return file;
  };
  const EVIL = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="60"
    onload="alert(1)"><script>alert(1)</script><image xlink:href="file:///etc/passwd" width="9" height="9"/>
    <image xlink:href="http://127.0.0.1:1/x.png" width="9" height="9"/><rect width="90" height="60" fill="red"/></svg>`;

  test('of any format is re-encoded; nothing of the file is left', async () => {
    const files: [string, Buffer][] = [
      ['image/png', await pixels(64, 64).png().toBuffer()],
      [
        'image/jpeg',
        await pixels(640, 480)
          .withExif({ IFD0: { Artist: 'Geheim' } })
          .jpeg()
          .toBuffer(),
      ],
      ['image/gif', await pixels(32, 64).gif().toBuffer()],
      ['image/bmp', bmp(33, 20)],
      ['image/svg+xml', Buffer.from(EVIL)],
    ];
    for (const [type, bytes] of files) {
      const response = await put(bytes, type);
      expect(response.status, type).toBe(200);
      const { picture } = response.body as { picture: string };
      const shown = await world.nobody.raw({ method: 'GET', url: picture });
      expect(shown.headers, type).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
      expect(await sharp(shown.raw).metadata(), type).toMatchObject({ format: 'webp', width: 512, height: 512 });
      expect(shown.raw.toString('latin1')).not.toMatch(/script|Geheim|passwd/u);
    }
    expect((await person.caller.call(me, {})).picture).not.toBeNull();
    expect((await person.caller.call(removePicture, {})).picture).toBeNull();
  });

  test('a link is invalid if it is altered, and after its session or lifetime has ended', async () => {
    const { picture } = (await put(await pixels(9, 9).png().toBuffer(), 'image/png')).body as { picture: string };
    const get = async (url: string) => (await world.nobody.raw({ method: 'GET', url })).status;
    expect(await get(picture)).toBe(200);
    expect(await get(picture.replace(/s=(.)/u, (_, first) => (first === '_' ? 's=-' : 's=_')))).toBe(403);
    expect(await get(picture.replace(/e=\d/u, 'e=9'))).toBe(403);
    expect(await get(picture.replace(person.userId, world.owner.userId))).toBe(403);
    server.clock.advance(10 * 60_000);
    expect(await get(picture)).toBe(403);
  });

  test.each([
    ['100 million pixels', () => pixels(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer(), 'image/png', 413],
    [
      'a drawing as large as that',
      async () => Buffer.from(EVIL.replace('width="90" height="60"', 'width="20000" height="20000"')),
      'image/svg+xml',
      413,
    ],
    ['more than ten megabytes', async () => Buffer.alloc(10_000_001), 'image/png', 413],
    ['text', async () => Buffer.from('no picture at all'), 'image/png', 415],
    ['a page', async () => Buffer.from('<html><script>alert(1)</script></html>'), 'image/svg+xml', 415],
    ['a truncated image', async () => (await pixels(900, 900).png().toBuffer()).subarray(0, 900), 'image/png', 415],
    ['a BMP that declares more pixels than it contains', async () => bmp(50, 50).subarray(0, 900), 'image/bmp', 415],
    ['an unsupported type', () => pixels(9, 9).webp().toBuffer(), 'image/webp', 415],
    ['nothing', async () => Buffer.alloc(0), 'image/png', 415],
  ])('refuses %s', async (_what, bytes, type, status) => {
    expect((await put(await bytes(), type)).status).toBe(status);
    expect((await person.caller.call(account, {})).picture).toBeNull();
  });

  test('accepts ten megabytes', async () => {
    // PNG readers ignore what follows the end of the picture.
    const large = Buffer.concat([await pixels(9, 9).png().toBuffer()], 10_000_000);
    expect((await put(large, 'image/png')).status).toBe(200);
    await person.caller.call(removePicture, {});
  });

  test('a stranger cannot upload', async () => {
    expect((await put(Buffer.from('x'), 'image/png', world.nobody)).status).toBe(401);
  });

  test('colleagues see it through the person and through their own links; no one else does', async () => {
    await put(await pixels(64, 64).png().toBuffer(), 'image/png');
    const url = `/api/users/${person.userId}/avatar`;
    const colleague = world.roles.contributor.caller;
    const seen = await colleague.raw({ method: 'GET', url });
    expect(seen.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-cache' });
    expect(await sharp(seen.raw).metadata()).toMatchObject({ format: 'webp', width: 512 });
    const again = await colleague.raw({ method: 'GET', url, headers: { 'if-none-match': String(seen.headers.etag) } });
    expect(again.status).toBe(304);

    const ids = [person.userId, world.owner.userId];
    const { avatars } = await colleague.call(listAvatars, { query: { id: ids } });
    expect(avatars).toEqual([{ userId: person.userId, picture: expect.stringContaining('/m/pictures/') }]);
    expect((await world.nobody.raw({ method: 'GET', url: avatars[0]?.picture ?? '' })).status).toBe(200);

    const outsider = world.other.administrator.caller;
    expect((await outsider.raw({ method: 'GET', url })).status).toBe(404);
    expect(await outsider.call(listAvatars, { query: { id: ids } })).toEqual({ avatars: [] });
    expect((await world.nobody.raw({ method: 'GET', url })).status).toBe(401);
    await person.caller.call(removePicture, {});
    expect((await colleague.raw({ method: 'GET', url })).status).toBe(404);
  });
});
