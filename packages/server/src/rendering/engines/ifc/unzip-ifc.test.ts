// Model archives: the first IFC file is extracted; archives that misstate sizes or contain no IFC file are rejected
// immediately.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unzipIfc } from './unzip-ifc.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-unzip-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Entry = { name: string; content: Buffer /** Declared size if it differs. */; said?: number };

/** An archive of deflated files. */
function zip(entries: readonly Entry[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, content, said } of entries) {
    const packed = deflateRawSync(content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(said ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), common, rest, Buffer.from(name)]));
    local.push(file);
    at += file.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(central).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, ...central, end]);
}

async function unzipped(entries: readonly Entry[]): Promise<string> {
  const path = join(folder, 'given.ifczip');
  await writeFile(path, zip(entries));
  return readFile(await unzipIfc(path, folder), 'utf8');
}

const notes = { name: 'read me.txt', content: Buffer.from('hello') };

test('the IFC file is found among other files, in any folder', async () => {
  expect(await unzipped([notes, { name: 'of/house.IFC', content: Buffer.from('the model') }])).toBe('the model');
});

test('an archive without an IFC file is reported as an archive', () =>
  expect(unzipped([notes])).rejects.toMatchObject({ problem: 'archive' }));

test('a model in XML is reported as unreadable, not as an archive to unpack', () =>
  expect(unzipped([{ name: 'house.ifcXML', content: Buffer.from('<ifcXML/>') }])).rejects.toMatchObject({
    problem: 'ifc_archive',
  }));

test('a file whose declared size is larger than any model is not decompressed', () =>
  expect(unzipped([{ name: 'a.ifc', content: Buffer.from('x'), said: 0xf000_0000 }])).rejects.toMatchObject({
    problem: 'model_too_large',
  }));

test('a file that decompresses to more than its declared size is aborted', () =>
  expect(unzipped([{ name: 'a.ifc', content: Buffer.alloc(20_000_000), said: 100 }])).rejects.toMatchObject({
    problem: 'ifc_archive',
  }));

test('a name that leads out of the folder is not followed', async () => {
  const refused = unzipped([{ name: '../../out.ifc', content: Buffer.from('x') }]);
  await expect(refused).rejects.toMatchObject({ problem: 'ifc_archive' });
});
