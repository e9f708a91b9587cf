// Extracts the IFC file from an ifcZIP; any other file is returned unchanged.
import { createWriteStream } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DEFAULT_UPLOAD_LIMITS } from '@plumbline/core/features/uploads/limits';
import yauzl from 'yauzl';
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

function unpack(path: string, out: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Declared sizes are enforced while reading.
    yauzl.open(path, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error || !zip) return reject(error);
      let seen = 0;
      let isOtherForm = false;
      zip.on('error', reject);
      zip.on('end', () => {
        const problem = isOtherForm ? 'ifc_archive' : 'archive';
        reject(new RenderError(problem, 'inspecting', 'there is no IFC file in it'));
      });
      zip.on('entry', (entry: yauzl.Entry) => {
        if (!/\.ifc$/iu.test(entry.fileName)) {
          isOtherForm ||= /\.ifc(?:xml|x|json)$/iu.test(entry.fileName);
          if (++seen > MAX_ENTRIES) reject(new RenderError('ifc_archive', 'inspecting', 'too many files in it'));
          else zip.readEntry();
          return;
        }
        if (entry.uncompressedSize > DEFAULT_UPLOAD_LIMITS.plan) {
          reject(new RenderError('model_too_large', 'inspecting', `${entry.uncompressedSize} bytes unpacked`));
          return;
        }
        zip.openReadStream(entry, (failed, stream) => {
          if (failed || !stream) return reject(failed);
          pipeline(stream, createWriteStream(out)).then(resolve, reject);
        });
      });
      zip.readEntry();
    });
  });
}
