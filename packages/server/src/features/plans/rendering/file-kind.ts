// What a file is, decided by its content and never by its name.
import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { RenderError, type RenderStage } from './render-error.ts';

export type FileKind = 'pdf' | 'image';

const HEAD_BYTES = 1024;
const PICTURES = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/tiff', 'image/gif', 'image/avif'];
/** Both byte orders, and the large form of each. */
const TIFF = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'];
const HEIC = /^image\/hei[cf]/;

/** Throws `RenderError`: empty, HEIC, or nothing that can be shown as a plan. */
export async function kindOf(path: string, stage: RenderStage): Promise<FileKind> {
  const head = await headOf(path);
  if (head.length === 0) throw new RenderError('file_empty', stage);
  // Readers accept up to a kilobyte of anything before a PDF's own beginning.
  if (head.includes('%PDF-')) return 'pdf';
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found && PICTURES.includes(found.mime)) return 'image';
  // The table of a TIFF may stand at its end, and be missing there.
  if (!found && TIFF.includes(head.toString('latin1', 0, 4))) return 'image';
  if (found && HEIC.test(found.mime)) throw new RenderError('heic_unsupported', stage);
  throw new RenderError('unsupported_type', stage, found?.mime ?? 'unknown content');
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
