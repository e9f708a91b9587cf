// Detects the kind of a file from its content, never from its name.
import { open } from 'node:fs/promises';
import { PICTURE_TYPES } from '@plumbline/core/features/imports/file-types';
import { RenderError, type RenderStage } from './render-error.ts';

export type FileKind = 'pdf' | 'image';

const HEAD_BYTES = 1024;
const PICTURES = PICTURE_TYPES.flatMap(({ mimes }) => mimes);
/** The first bytes of JPEG and PNG, which nearly all images of plans are. */
const COMMON = ['\xff\xd8\xff\xe0', '\xff\xd8\xff\xe1', '\xff\xd8\xff\xdb', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'];
/** Both byte orders, each also as BigTIFF. */
const TIFF = ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'];
const ZIP = 'PK\u0003\u0004';
const ARCHIVES = ['application/zip', 'application/x-7z-compressed', 'application/x-rar-compressed', 'application/gzip'];
/** CAD drawings: DWG, and DXF as text or binary. */
const DWG = 'image/vnd.dwg';
const DXF = /^(?:\s*(?:999\r?\n.*\r?\n\s*)*0\r?\nSECTION\r?\n|AutoCAD Binary DXF)/u;

/**
 * Throws `RenderError` if the file is empty, a CAD drawing, an archive, or nothing that can be shown as a plan.
 */
export async function kindOf(path: string, stage: RenderStage): Promise<FileKind> {
  const head = await headOf(path);
  if (head.length === 0) throw new RenderError('file_empty', stage);
  // Readers accept up to a kilobyte of other data before the PDF header.
  if (head.includes('%PDF-') && !head.toString('latin1', 0, 4).startsWith(ZIP)) return 'pdf';
  if (COMMON.some((begins) => head.toString('latin1', 0, begins.length) === begins)) return 'image';
  // It knows hundreds of kinds, and loading it takes longer than inspecting an image.
  const { fileTypeFromFile } = await import('file-type');
  const found = await fileTypeFromFile(path).catch(() => undefined);
  if (found && PICTURES.includes(found.mime)) return 'image';
  // The directory of a TIFF may be at its end, and missing in the part that was read.
  if (!found && TIFF.includes(head.toString('latin1', 0, 4))) return 'image';
  if (found?.mime === DWG || DXF.test(head.toString('latin1'))) throw new RenderError('cad_drawing', stage);
  if (found && ARCHIVES.includes(found.mime)) throw new RenderError('archive', stage, found.mime);
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
