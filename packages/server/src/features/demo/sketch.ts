// What somebody drew on one of the demo's photos: the marks, and the picture with the marks on it as a phone would have made it.
import { writeFile } from 'node:fs/promises';
import type { Mark } from '@plumbline/core/site/values/sketch';
import sharp from 'sharp';
import { runSite } from '../../db/tx/pg-store.ts';
import type { Parts } from '../../platform/services.ts';
import { keepFile } from '../uploads/keep-file.ts';
import { demoId } from './ids.ts';
import type { SceneName } from './photos/scenes.ts';

const SIZE = { width: 1_600, height: 1_200 };
const YELLOW = '#ffd21f';
const DARK = '#111111';
const STROKE = 14;
const TEXT = { x: 840, y: 330, size: 64, text: '4 cm too high' };
const RING = { x: 560, y: 458, width: 206, height: 206 };
const ARROW = { x1: 1_010, y1: 430, x2: 782, y2: 530 };

const MARKS: Partial<Record<SceneName, readonly Mark[]>> = {
  sockets: [
    { id: demoId('mark ring'), kind: 'ellipse', colour: 'yellow', stroke: STROKE, ...RING },
    { id: demoId('mark arrow'), kind: 'arrow', colour: 'yellow', width: STROKE, ...ARROW },
    { id: demoId('mark words'), kind: 'text', colour: 'yellow', ...TEXT },
  ],
};

function drawn(mark: Mark): string {
  if (mark.kind === 'ellipse') {
    const [rx, ry] = [mark.width / 2, mark.height / 2];
    return stroked(
      mark.stroke,
      `M${mark.x} ${mark.y + ry}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`,
    );
  }
  if (mark.kind === 'arrow') {
    const { x1, y1, x2, y2, width } = mark;
    const angle = Math.atan2(y2 - y1, x2 - x1);
    const head = width * 4.5;
    const barb = (turn: number) => `${x2 - head * Math.cos(angle + turn)} ${y2 - head * Math.sin(angle + turn)}`;
    return stroked(width, `M${x1} ${y1}L${x2} ${y2}M${barb(0.5)}L${x2} ${y2}L${barb(-0.5)}`);
  }
  if (mark.kind !== 'text') return '';
  return `<text x="${mark.x}" y="${mark.y + mark.size}" font-family="sans-serif" font-weight="600" font-size="${mark.size}" fill="${YELLOW}" stroke="${DARK}" stroke-width="${mark.size * 0.2}" stroke-linejoin="round" paint-order="stroke">${mark.text}</text>`;
}

const stroked = (width: number, path: string): string =>
  `<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="${path}" stroke="${DARK}" stroke-opacity="0.75" stroke-width="${width * 1.55}"/><path d="${path}" stroke="${YELLOW}" stroke-width="${width}"/></g>`;

type Photo = { scene: SceneName; path: string /** Its post is named after it. */; name: string; fileName: string };

/** Draws on the photo where something is drawn on it in the demo; the photo itself stays below. */
export async function drawOnPhoto(
  parts: Parts,
  who: { organisationId: string; userId: string },
  projectId: string,
  { scene, path, name, fileName }: Photo,
): Promise<void> {
  const marks = MARKS[scene];
  if (!marks) return;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">${marks.map(drawn).join('')}</svg>`;
  const bytes = await sharp(path)
    .composite([{ input: Buffer.from(svg), left: 0, top: 0 }])
    .keepExif()
    .jpeg({ quality: 82 })
    .toBuffer();
  const file = `${path}.drawn.jpg`;
  await writeFile(file, bytes);
  const blobId = demoId(`${name} drawn`);
  await keepFile(parts, who, { id: blobId, path: file, mime: 'image/jpeg', name: fileName });
  const flat = { blobId, name: fileName, mime: 'image/jpeg', size: bytes.length, ...SIZE };
  await runSite(parts, who, projectId, 'post.sketch', {
    id: demoId(`post ${name}`),
    blobId: demoId(name),
    drawing: { flat, ...SIZE, marks },
  });
}
