// Recognises the text of a scanned page, in all directions in which it may stand.
import { join } from 'node:path';
import { type Box, combineRotations, type Rotation } from '@plumbline/core/site/geometry/rotation';
import type { TextRecogniser } from '../../../platform/text-recogniser/text-recogniser.ts';
import type { SizedWord } from '../../../rendering/engines/pdf/page-words.ts';
import { scanPage } from '../../../rendering/render.ts';
import { evidence, type Recognised, sheetWords } from './recognised-words.ts';

const WHOLE: Box = { x: 0, y: 0, w: 1, h: 1 };
/** Where title blocks are: they are read sooner than whole sheets, which can take minutes. */
const BELOW: Box = { x: 0, y: 0.76, w: 1, h: 0.24 };
const RIGHT: Box = { x: 0.76, y: 0, w: 0.24, h: 0.8 };
/** Letters that were certainly read: with fewer, the page may stand on its side or on its head. */
const MIN_EVIDENCE = 40;

type Page = {
  recogniser: TextRecogniser;
  /** Path of its file. */
  source: string;
  page: number;
  /** Identifies the file. */
  file: string;
  /** Rotation beyond that of the file. */
  turn?: Rotation | undefined;
  /** For intermediate files. */
  folder: string;
  signal: AbortSignal;
};

function reader({ recogniser, source, page, file, turn = 0, folder, signal }: Page) {
  const out = join(folder, 'scan.pgm');
  return async (rotation: Rotation, box: Box): Promise<Recognised> => {
    const { heightPt, dpi } = await scanPage(source, page, {
      turn: combineRotations(turn, rotation),
      out,
      box,
      file,
      signal,
    });
    return { rotation, box, heightPt, words: await recogniser.recognise(out, { folder, dpi, signal }) };
  };
}

const isEnough = (all: readonly Recognised[]): boolean =>
  all.reduce((sum, { words }) => sum + evidence(words), 0) >= MIN_EVIDENCE;

/** The words of the whole page. Throws `RenderError`, and an Error if the recognition fails. */
export async function recognisePage(page: Page): Promise<SizedWord[]> {
  const read = reader(page);
  // Text that runs upwards, as title blocks at the right edge often do, is level after a quarter turn.
  const all = [await read(0, WHOLE), await read(90, BELOW)];
  if (!isEnough(all)) all.push(await read(90, WHOLE), await read(270, WHOLE), await read(180, WHOLE));
  return sheetWords(all);
}

/** The words along the edges at which title blocks are. Throws as above. */
export async function recogniseTitleBlock(page: Page): Promise<SizedWord[]> {
  const read = reader(page);
  const edges = async (rotation: Rotation) => [await read(rotation, BELOW), await read(rotation, RIGHT)];
  const all = [...(await edges(0)), await read(90, BELOW)];
  if (!isEnough(all)) all.push(await read(90, RIGHT), ...(await edges(270)), ...(await edges(180)));
  return sheetWords(all);
}
