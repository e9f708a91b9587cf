// Runs one competitor of the tiling benchmark in a separate process, to measure its memory: `node part.ts <what> <pdf>
// <folder>`.
import { open } from 'node:fs/promises';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import { PRIORITY } from '@plumbline/server/platform/worker-process';
import type { PdfPage } from '@plumbline/server/rendering/engines/pdf/document';

export interface Measured {
  /** Milliseconds. */
  readonly wall: number;
  /** Milliseconds over all threads, with the start of the process. */
  readonly cpu: number;
  /** The same for another page of the file in the same process, as the product imports sets. */
  readonly nextCpu?: number;
  /** Bytes. */
  readonly peak: number;
  readonly note: string;
}

const DPI = 300;
const BAND_ROWS = 1024;
/** Four bytes per pixel, of which one is unused; annotations are drawn; red comes first. */
const [FORMAT_BGRX, ANNOTATIONS, RGBA_ORDER] = [3, 0x01, 0x10];
const WHITE = 0xffffffff;
const VIPS_MAGIC = 0x08f2a6b6;

/** libvips' own lossless format, in a third less time and with a tenth more bytes than its default. */
const DRAWING_WEBP = { lossless: true, effort: 1, quality: 20 } as const;

// Each part loads only what it needs, because the start of its process counts.
const PARTS: Record<string, (pdf: string, folder: string) => Promise<Measured>> = { whole, bare, tiles, picture };

/** Turns a page of a file into all its tiles, as the product does. */
async function whole(pdf: string, folder: string): Promise<Measured> {
  const { runIsolated } = await import('@plumbline/server/rendering/isolated');
  const render = async () => {
    const started = performance.now();
    let used = { peakMemory: 0, cpuTime: 0 };
    const created = await runIsolated(
      { kind: 'render', path: pdf, page: 1, folder, dpi: DPI },
      {
        timeLimit: 600_000,
        stage: 'tiling',
        file: pdf,
        onReply: (reply) => {
          if (reply.type === 'done') used = reply.used;
        },
      },
    );
    return { wall: performance.now() - started, used, pyramid: created.pyramid };
  };
  const { wall, used, pyramid } = await render();
  const next = await render();
  const note = `${pyramid.width} × ${pyramid.height} px`;
  const peak = Math.max(used.peakMemory, next.used.peakMemory);
  return { wall, cpu: used.cpuTime, nextCpu: next.used.cpuTime, peak, note };
}

/** PDFium alone. Its pixels are written for the next part; writing is not included in the time. */
async function bare(pdf: string, folder: string): Promise<Measured> {
  const { openPage, openPdf } = await import('@plumbline/server/rendering/engines/pdf/document');
  const { allocateUnset, memoryOf } = await import('@plumbline/server/rendering/engines/pdf/engine');
  const { pixelsOf } = await import('@plumbline/server/rendering/pages/resolution');

  /** Draws the page in bands of whole rows, whatever the product does. */
  function* draw(page: PdfPage, width: number, height: number) {
    const { pdfium, forms } = page.document;
    const at = allocateUnset(pdfium, 4 * width * BAND_ROWS);
    const flags = ANNOTATIONS | RGBA_ORDER;
    for (let top = 0; top < height; top += BAND_ROWS) {
      const rows = Math.min(BAND_ROWS, height - top);
      const bitmap = pdfium.FPDFBitmap_CreateEx(width, rows, FORMAT_BGRX, at, 4 * width);
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, rows, WHITE);
      pdfium.FPDF_RenderPageBitmap(bitmap, page.handle, 0, -top, width, height, 0, flags);
      forms?.draw(bitmap, page.handle, { left: 0, top: -top, width, height, flags });
      pdfium.FPDFBitmap_Destroy(bitmap);
      yield memoryOf(pdfium).subarray(at, at + 4 * width * rows);
    }
    pdfium.pdfium.wasmExports.free(at);
  }

  let [writing, writingCpu] = [0, 0];
  const document = await openPdf(pdf, 'pdfConversion');
  const page = openPage(document, 1, 'pdfConversion');
  const { width, height } = pixelsOf({ ...page, smallestPt: null }, DPI);
  const file = await open(join(folder, 'page.v'), 'w');
  await file.write(vipsHeader(width, height));
  for (const pixels of draw(page, width, height)) {
    const pause = watch();
    await file.write(withoutFourth(pixels));
    writing += pause.wall();
    writingCpu += pause.cpu();
  }
  await file.close();
  const first = sinceStart();
  page.close();
  document.close();
  const next = watch();
  const again = await openPdf(pdf, 'pdfConversion');
  for (const _ of draw(openPage(again, 1, 'pdfConversion'), width, height));
  return {
    ...measured(first.wall - writing, first.cpu - writingCpu, `${width} × ${height} px`),
    nextCpu: next.cpu(),
  };
}

/** libvips alone, from uncompressed pixels to one zip of tiles in the same format as the product's. */
async function tiles(_pdf: string, folder: string): Promise<Measured> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(availableParallelism());
  const { wall, cpu } = watch();
  await sharp(join(folder, 'page.v'), { sequentialRead: true, limitInputPixels: false })
    .webp(DRAWING_WEBP)
    .tile({ size: 512, layout: 'dz', container: 'zip', depth: 'onetile' })
    .toFile(join(folder, 'tiles.zip'));
  return measured(wall(), cpu(), `${sharp.concurrency()} threads`);
}

/** libvips alone, from decoding a picture to one zip of tiles, as lossy as the product's. */
async function picture(path: string, folder: string): Promise<Measured> {
  const { default: sharp } = await import('sharp');
  const { PHOTO_WEBP } = await import('@plumbline/server/rendering/engines/tiles/encode-tile');
  sharp.concurrency(availableParallelism());
  await sharp(path, { sequentialRead: true, limitInputPixels: false })
    .webp(PHOTO_WEBP)
    .tile({ size: 512, layout: 'dz', container: 'zip', depth: 'onetile' })
    .toFile(join(folder, 'picture.zip'));
  const { wall, cpu } = sinceStart();
  return measured(wall, cpu, `${sharp.concurrency()} threads`);
}

/** Measures wall time and processor time from now on. */
function watch() {
  const [started, before] = [performance.now(), process.cpuUsage()];
  return {
    wall: () => performance.now() - started,
    cpu: () => {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    },
  };
}

/** Of this process, from its start. */
function sinceStart() {
  const { user, system } = process.cpuUsage();
  return { wall: performance.now(), cpu: (user + system) / 1000 };
}

function measured(wall: number, cpu: number, note: string): Measured {
  return { wall, cpu, peak: process.resourceUsage().maxRSS * 1024, note };
}

/** Header of libvips' own format: eight bits, three bands, sRGB. */
function vipsHeader(width: number, height: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(64));
  const fields: [number, number][] = [
    [0, VIPS_MAGIC],
    [4, width],
    [8, height],
    [12, 3],
    [28, 22],
  ];
  for (const [offset, value] of fields) header.setInt32(offset, value, true);
  header.setFloat32(32, 1, true);
  header.setFloat32(36, 1, true);
  return new Uint8Array(header.buffer);
}

function withoutFourth(pixels: Uint8Array): Uint8Array {
  const packed = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    packed[to] = pixels[from] as number;
    packed[to + 1] = pixels[from + 1] as number;
    packed[to + 2] = pixels[from + 2] as number;
  }
  return packed;
}

const [what = '', pdf = '', folder = ''] = process.argv.slice(2);
const part = PARTS[what];
if (!part) throw new Error(`unknown part ${what}`);
// All competitors run at the same priority, so a busy machine delays them equally.
setPriority(PRIORITY);
const result = await part(pdf, folder);
process.send?.(result);
