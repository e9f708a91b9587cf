// Paints a background and its marks onto a canvas, both for the screen and for the flattened picture.
import type { Mark, MarkColour } from '@plumbline/core/site/values/sketch';

/** The background that is drawn on. */
export type SketchBackground = { picture: CanvasImageSource | null; width: number; height: number };

export const COLOURS: Record<MarkColour, string> = {
  red: '#e0201b',
  orange: '#f07800',
  yellow: '#ffd21f',
  green: '#16993d',
  blue: '#1769e0',
  violet: '#9b2fd0',
  black: '#111111',
  white: '#ffffff',
};

/** Outline colours of the opposite lightness, so that marks stand out on any background. */
const EDGES: Record<MarkColour, string> = {
  red: '#ffffff',
  orange: '#ffffff',
  yellow: '#111111',
  green: '#ffffff',
  blue: '#ffffff',
  violet: '#ffffff',
  black: '#ffffff',
  white: '#111111',
};

type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

const FONT = '"IBM Plex Sans Variable", "IBM Plex Sans", sans-serif';
/** Squares along the longer side of a blurred area. */
const SQUARES = 9;

function blur(
  canvas: Canvas,
  ground: SketchBackground,
  box: { x: number; y: number; width: number; height: number },
): void {
  const left = Math.max(0, box.x);
  const top = Math.max(0, box.y);
  const width = Math.min(ground.width, box.x + box.width) - left;
  const height = Math.min(ground.height, box.y + box.height) - top;
  if (width <= 0 || height <= 0) return;
  if (!ground.picture) {
    canvas.fillStyle = '#d8d8d8';
    canvas.fillRect(left, top, width, height);
    return;
  }
  const square = Math.max(width, height) / SQUARES;
  const small = new OffscreenCanvas(Math.max(1, Math.round(width / square)), Math.max(1, Math.round(height / square)));
  const context = small.getContext('2d');
  if (!context) return;
  // In two steps, so that each square is the mean of the area it covers, not one of its pixels.
  const middle = new OffscreenCanvas(small.width * 8, small.height * 8);
  const between = middle.getContext('2d');
  if (!between) return;
  between.imageSmoothingQuality = 'high';
  between.drawImage(ground.picture, left, top, width, height, 0, 0, middle.width, middle.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(middle, 0, 0, small.width, small.height);
  canvas.save();
  canvas.imageSmoothingEnabled = false;
  canvas.drawImage(small, left, top, width, height);
  canvas.restore();
}

/** Strokes the path twice: first its outline, then its colour. */
function stroked(canvas: Canvas, colour: MarkColour, width: number, path: () => void): void {
  canvas.lineCap = 'round';
  canvas.lineJoin = 'round';
  canvas.strokeStyle = EDGES[colour];
  canvas.lineWidth = width * 1.55;
  canvas.globalAlpha = 0.75;
  path();
  canvas.stroke();
  canvas.globalAlpha = 1;
  canvas.strokeStyle = COLOURS[colour];
  canvas.lineWidth = width;
  path();
  canvas.stroke();
}

function arrow(canvas: Canvas, mark: Extract<Mark, { kind: 'arrow' }>): void {
  const { x1, y1, x2, y2, width, colour } = mark;
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const head = Math.min(width * 4.5, Math.max(width * 2, Math.hypot(x2 - x1, y2 - y1) * 0.6));
  const barb = (turn: number) => [x2 - head * Math.cos(angle + turn), y2 - head * Math.sin(angle + turn)] as const;
  stroked(canvas, colour, width, () => {
    canvas.beginPath();
    canvas.moveTo(x1, y1);
    canvas.lineTo(x2, y2);
    canvas.moveTo(...barb(0.5));
    canvas.lineTo(x2, y2);
    canvas.lineTo(...barb(-0.5));
  });
}

function freehand(canvas: Canvas, { points, colour, width }: Extract<Mark, { kind: 'freehand' }>): void {
  stroked(canvas, colour, width, () => {
    canvas.beginPath();
    const [x = 0, y = 0] = points;
    canvas.moveTo(x, y);
    // Through the midpoints, so that a freehand line is smooth.
    for (let at = 2; at + 3 < points.length; at += 2) {
      const [cx = 0, cy = 0, nx = 0, ny = 0] = points.slice(at, at + 4);
      canvas.quadraticCurveTo(cx, cy, (cx + nx) / 2, (cy + ny) / 2);
    }
    canvas.lineTo(points.at(-2) ?? x, points.at(-1) ?? y);
  });
}

function words(canvas: Canvas, mark: Extract<Mark, { kind: 'text' }>): void {
  canvas.font = `600 ${mark.size}px ${FONT}`;
  canvas.textBaseline = 'top';
  canvas.textAlign = 'left';
  canvas.lineJoin = 'round';
  for (const [index, line] of mark.text.split('\n').entries()) {
    const y = mark.y + index * mark.size * 1.25;
    canvas.strokeStyle = EDGES[mark.colour];
    canvas.lineWidth = mark.size * 0.2;
    canvas.strokeText(line, mark.x, y);
    canvas.fillStyle = COLOURS[mark.colour];
    canvas.fillText(line, mark.x, y);
  }
}

function numbered(canvas: Canvas, { x, y, size, colour, number }: Extract<Mark, { kind: 'number' }>): void {
  canvas.beginPath();
  canvas.arc(x, y, size * 0.85, 0, 2 * Math.PI);
  canvas.fillStyle = COLOURS[colour];
  canvas.fill();
  canvas.strokeStyle = EDGES[colour];
  canvas.lineWidth = size * 0.14;
  canvas.stroke();
  canvas.font = `600 ${number > 99 ? size * 0.72 : size}px ${FONT}`;
  canvas.textAlign = 'center';
  canvas.textBaseline = 'middle';
  canvas.fillStyle = EDGES[colour];
  canvas.fillText(String(number), x, y + size * 0.04);
}

function paintMark(canvas: Canvas, mark: Mark): void {
  if (mark.kind === 'arrow') arrow(canvas, mark);
  else if (mark.kind === 'freehand') freehand(canvas, mark);
  else if (mark.kind === 'text') words(canvas, mark);
  else if (mark.kind === 'number') numbered(canvas, mark);
  else if (mark.kind === 'line')
    stroked(canvas, mark.colour, mark.width, () => {
      canvas.beginPath();
      canvas.moveTo(mark.x1, mark.y1);
      canvas.lineTo(mark.x2, mark.y2);
    });
  else if (mark.kind === 'rectangle')
    stroked(canvas, mark.colour, mark.stroke, () => {
      canvas.beginPath();
      canvas.rect(mark.x, mark.y, mark.width, mark.height);
    });
  else if (mark.kind === 'ellipse')
    stroked(canvas, mark.colour, mark.stroke, () => {
      canvas.beginPath();
      const [rx, ry] = [mark.width / 2, mark.height / 2];
      canvas.ellipse(mark.x + rx, mark.y + ry, rx, ry, 0, 0, 2 * Math.PI);
    });
}

/** The background first, then blurred areas, then the marks that must be visible above them. */
export function paint(canvas: Canvas, ground: SketchBackground, marks: readonly Mark[]): void {
  canvas.fillStyle = '#ffffff';
  canvas.fillRect(0, 0, ground.width, ground.height);
  if (ground.picture) canvas.drawImage(ground.picture, 0, 0, ground.width, ground.height);
  for (const mark of marks) if (mark.kind === 'blur') blur(canvas, ground, mark);
  for (const mark of marks) paintMark(canvas, mark);
}

/** The picture with its marks as a file. JPEG for photos, PNG for lines on paper. */
export async function flatten(
  ground: SketchBackground,
  marks: readonly Mark[],
  mime: 'image/jpeg' | 'image/png',
): Promise<Blob> {
  const canvas = new OffscreenCanvas(ground.width, ground.height);
  const context = canvas.getContext('2d');
  if (!context) throw new TypeError('this browser cannot draw');
  await document.fonts.load(`600 20px ${FONT}`).catch(() => undefined);
  paint(context, ground, marks);
  return canvas.convertToBlob({ type: mime, quality: 0.9 });
}
