// The sketch on a demo photo: its marks, and the flattened image as the app would have saved it.
import type { Mark } from '@plumbline/core/site/values/sketch';
import sharp from 'sharp';
import { HEIGHT, WIDTH } from './draw.ts';
import type { SceneName } from './scenes/scenes.ts';

const YELLOW = '#ffd21f';
const DARK = '#111111';
const STROKE = 14;

const MARKS: Partial<Record<SceneName, readonly Mark[]>> = {
  sockets: [
    {
      id: '0b5c3ad2-6b0f-4c5e-8d11-5b3c5a0d7e01',
      kind: 'ellipse',
      colour: 'yellow',
      stroke: STROKE,
      x: 560,
      y: 458,
      width: 206,
      height: 206,
    },
    {
      id: '0b5c3ad2-6b0f-4c5e-8d11-5b3c5a0d7e02',
      kind: 'arrow',
      colour: 'yellow',
      width: STROKE,
      x1: 1_010,
      y1: 430,
      x2: 782,
      y2: 530,
    },
    {
      id: '0b5c3ad2-6b0f-4c5e-8d11-5b3c5a0d7e03',
      kind: 'text',
      colour: 'yellow',
      x: 840,
      y: 330,
      size: 64,
      text: '4 cm too high',
    },
  ],
};

function stroked(width: number, path: string): string {
  const outline = `<path d="${path}" stroke="${DARK}" stroke-opacity="0.75" stroke-width="${width * 1.55}"/>`;
  const line = `<path d="${path}" stroke="${YELLOW}" stroke-width="${width}"/>`;
  return `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${outline}${line}</g>`;
}

function draw(mark: Mark): string {
  if (mark.kind === 'ellipse') {
    const [rx, ry] = [mark.width / 2, mark.height / 2];
    const half = (direction: number) => `a${rx} ${ry} 0 1 0 ${2 * rx * direction} 0`;
    return stroked(mark.stroke, `M${mark.x} ${mark.y + ry}${half(1)}${half(-1)}z`);
  }
  if (mark.kind === 'arrow') {
    const { x1, y1, x2, y2, width } = mark;
    const angle = Math.atan2(y2 - y1, x2 - x1);
    const head = width * 4.5;
    const barb = (turn: number) => `${x2 - head * Math.cos(angle + turn)} ${y2 - head * Math.sin(angle + turn)}`;
    return stroked(width, `M${x1} ${y1}L${x2} ${y2}M${barb(0.5)}L${x2} ${y2}L${barb(-0.5)}`);
  }
  if (mark.kind !== 'text') throw new TypeError(`no drawing for a mark of kind ${mark.kind}`);
  const font = `font-family="sans-serif" font-weight="600" font-size="${mark.size}"`;
  const ink = `fill="${YELLOW}" stroke="${DARK}" stroke-width="${mark.size * 0.2}" stroke-linejoin="round"`;
  return `<text x="${mark.x}" y="${mark.y + mark.size}" ${font} ${ink} paint-order="stroke">${mark.text}</text>`;
}

/** The marks on a photo of this scene; undefined if it has no sketch. */
export const marksOn = (scene: SceneName): readonly Mark[] | undefined => MARKS[scene];

/** The photo with the marks drawn on it, as JPEG. */
export function flatten(photo: Buffer, marks: readonly Mark[]): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${marks.map(draw).join('')}</svg>`;
  return sharp(photo)
    .composite([{ input: Buffer.from(svg), left: 0, top: 0 }])
    .keepExif()
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}
