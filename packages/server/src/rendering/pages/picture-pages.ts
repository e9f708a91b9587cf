// Pages that are images: lists them, makes previews and tiles.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TILE_SIZE } from '@plumbline/core/features/plans/tiles/pack-format';
import { createTiles } from '../engines/tiles/make-tiles.ts';
import { ownMemory } from '../engines/tiles/memory-layout.ts';
import { LIMITS } from '../limits.ts';
import { CHOICE_SIDE, LARGE_SIDE, largePreview, pagePreviewResult } from '../page-preview-result.ts';
import { withProblem } from '../render-error.ts';
import type { InspectedPage, PagePreview, Rendered, RenderOptions, RenderProgress, WantedPreview } from '../results.ts';
import { sharp } from '../sharp-single-thread.ts';
import { nameSheets } from '../text/page-naming.ts';
import { openPicture, type PictureIn, pictureOf, pictureSize, picturesIn, unpackPicture } from './picture-reader.ts';

export const picturePages = {
  async inspect(path: string, name: string) {
    return { kind: 'image' as const, pages: await inspectPictures(path, name) };
  },
  async previews(path: string, requested: readonly WantedPreview[], onPreview: (preview: PagePreview) => void) {
    const make = async (page: number, out: string) => previewImage(await pictureOf(path, page, 'previewing'), out);
    for (const { page, out } of requested) onPreview(await pagePreviewResult(page, out, () => make(page, out)));
  },
  render: renderImage,
};

async function inspectPictures(path: string, name: string): Promise<InspectedPage[]> {
  const pictures = await picturesIn(path, 'inspecting');
  const names = nameSheets(
    name,
    pictures.map(() => ({ label: '', bookmarks: [], block: null })),
  );
  const pages: InspectedPage[] = [];
  for (const [i, picture] of pictures.entries()) {
    const { width, height } = await pictureSize(picture, 'inspecting');
    const { title = '', sheetNumber = '' } = names[i] ?? {};
    pages.push({ page: i + 1, title, sheetNumber, widthPt: width, heightPt: height, turn: null, isScan: true });
  }
  return pages;
}

async function previewImage(picture: PictureIn, out: string): Promise<null> {
  await pictureSize(picture, 'previewing');
  const inside = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;
  await withProblem('image_damaged', 'previewing', async () => {
    await openPicture(picture, { limitInputPixels: LIMITS.imagePixels, failOn: 'truncated' })
      .autoOrient()
      .resize(inside(LARGE_SIDE))
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .webp({ quality: 80 })
      .toFile(largePreview(out));
    await sharp(largePreview(out)).resize(inside(CHOICE_SIDE)).webp({ quality: 80 }).toFile(out);
  });
  return null;
}

async function renderImage(
  path: string,
  page: number,
  folder: string,
  onProgress: RenderProgress,
  { turn: rotation }: RenderOptions = {},
): Promise<Rendered> {
  const picture = await pictureOf(path, page, 'pdfConversion');
  const head = await pictureSize(picture, 'pdfConversion');
  const scratch = join(folder, 'unpacked.v');
  try {
    const { width, height, draw } = await unpackPicture(picture, scratch, head, rotation);
    onProgress('pdfConversion', 0.4);
    const { grain } = head;
    const piece = { width, rows: TILE_SIZE, margin: 0 };
    const making = { width, height, folder, grain, piece, reserve: ownMemory, from: 0.4, onProgress };
    const created = await createTiles(draw, making);
    return {
      ...created,
      text: null,
      lines: null,
      typefacesLeftOut: [],
      widthPt: width,
      heightPt: height,
      pageNumber: page,
    };
  } finally {
    await rm(scratch, { force: true });
  }
}
