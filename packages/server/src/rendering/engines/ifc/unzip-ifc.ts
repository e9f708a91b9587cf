// Extracts the IFC file from an ifcZIP; any other file is returned unchanged.
import { createWriteStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DEFAULT_UPLOAD_LIMITS } from '@plumbline/core/features/uploads/limits';
import { ZipReader } from '../../../office/zip-read.ts';
import { RenderError } from '../../render-error.ts';

const ZIP = 0x04_03_4b_50;
const MAX_ENTRIES = 1_000;

export async function isZip(path: string): Promise<boolean> {
  const file = await openFile(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.readUInt32LE(0) === ZIP;
  } finally {
    await file.close();
  }
}

/**
 * The path of the plain file: the given one, or the first IFC file of the archive, extracted to `folder`. Throws
 * `ifc_archive`, also for a model in XML or JSON, or `archive` if there is no model.
 */
export async function unzipIfc(path: string, folder: string): Promise<string> {
  if (!(await isZip(path))) return path;
  const out = join(folder, 'model.ifc');
  try {
    await unpack(path, out);
    return out;
  } catch (error) {
    if (error instanceof RenderError) throw error;
    throw new RenderError('ifc_archive', 'inspecting', error instanceof Error ? error.message : 'unreadable');
  }
}

async function unpack(path: string, out: string): Promise<void> {
  const zip = await ZipReader.open(path);
  try {
    let seen = 0;
    let isOtherForm = false;
    for await (const entry of zip.entries()) {
      const { fileName, uncompressedSize } = entry;
      if (/\.ifc$/iu.test(fileName)) {
        if (uncompressedSize > DEFAULT_UPLOAD_LIMITS.plan)
          throw new RenderError('model_too_large', 'inspecting', `${uncompressedSize} bytes unpacked`);
        await pipeline(await zip.stream(entry), createWriteStream(out));
        return;
      }
      isOtherForm ||= /\.ifc(?:xml|x|json)$/iu.test(fileName);
      if (++seen > MAX_ENTRIES) throw new RenderError('ifc_archive', 'inspecting', 'too many files in it');
    }
    throw new RenderError(isOtherForm ? 'ifc_archive' : 'archive', 'inspecting', 'there is no IFC file in it');
  } finally {
    zip.close();
  }
}
