// A synthetic floor plan, drawn tile by tile at run time, dense enough to look and cost like a real A0 sheet at 300
// dpi.
import type { PlanSource } from '../viewer/options.ts';
import { TileCache } from '../viewer/tiles/tile-cache.ts';

export const WIDTH = 14_043;
export const HEIGHT = 9_933;
const TILE = 512;
const MAX_CACHE_BYTES = 128 * 1024 ** 2;
const LEVELS = 6;
const INK = '#1d2329';

type Context = OffscreenCanvasRenderingContext2D;

interface Room {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly name: string;
  readonly number: number;
  readonly tone: string;
}

const NAMES = ['Flat', 'Kitchen', 'Bath', 'Bedroom', 'Store', 'Office', 'Plant room', 'Corridor'];
const TONES = ['#ffffff', '#f4f0e6', '#e8f0f2', '#ffffff', '#f0f0ee', '#ffffff', '#efe9e4', '#f8f8f6'];

export interface LabPlanOptions {
  readonly delayMs: number;
  /** The level on which every tile fails; -1 for none. */
  readonly failLevel: number;
}

export function labPlan(options: LabPlanOptions): PlanSource {
  const rooms = makeRooms();
  return {
    id: 'lab',
    cache: new TileCache(MAX_CACHE_BYTES),
    widthPx: WIDTH,
    heightPx: HEIGHT,
    tileSize: TILE,
    levels: LEVELS,
    loadTile: async ({ z, x, y }, signal) => {
      if (options.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, options.delayMs));
      signal.throwIfAborted();
      if (z === options.failLevel) throw new Error('this level fails deliberately');
      return drawTile(rooms, z, x, y);
    },
  };
}

function drawTile(rooms: readonly Room[], z: number, x: number, y: number): ImageBitmap {
  const resolution = 2 ** (LEVELS - 1 - z);
  const width = Math.min(TILE, Math.ceil(WIDTH / resolution) - x * TILE);
  const height = Math.min(TILE, Math.ceil(HEIGHT / resolution) - y * TILE);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('canvas is not available');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.setTransform(1 / resolution, 0, 0, 1 / resolution, -x * TILE, -y * TILE);
  const span = TILE * resolution;
  const near = (left: number, top: number, right: number, bottom: number): boolean =>
    right >= x * span - 80 && left <= (x + 1) * span + 80 && bottom >= y * span - 80 && top <= (y + 1) * span + 80;
  for (const room of rooms) {
    if (near(room.x, room.y, room.x + room.w, room.y + room.h)) drawRoom(context, room, resolution);
  }
  drawGrid(context, resolution);
  drawFrame(context);
  return canvas.transferToImageBitmap();
}

function makeRooms(): readonly Room[] {
  const rooms: Room[] = [];
  const columns = [1000, 1900, 2550, 3400, 4600, 5200, 6300, 7400, 8050, 9300, 10_100, 10_900];
  const rows = [1300, 2500, 3300, 3750, 4900, 6000, 6900, 7800];
  for (let row = 0; row + 1 < rows.length; row++) {
    for (let column = 0; column + 1 < columns.length; column++) {
      // A courtyard in the middle keeps it from looking like a spreadsheet.
      if (row >= 3 && row <= 4 && column >= 4 && column <= 7) continue;
      const x = columns[column] ?? 0;
      const y = rows[row] ?? 0;
      const kind = row === 2 ? 7 : (row * 3 + column * 5) % 7;
      rooms.push({
        x,
        y,
        w: (columns[column + 1] ?? 0) - x,
        h: (rows[row + 1] ?? 0) - y,
        name: NAMES[kind] ?? '',
        number: (row + 1) * 100 + column + 1,
        tone: TONES[kind] ?? '#ffffff',
      });
    }
  }
  return rooms;
}

function drawRoom(context: Context, room: Room, resolution: number): void {
  const { x, y, w, h } = room;
  context.fillStyle = room.tone;
  context.fillRect(x, y, w, h);
  if (room.name === 'Bath' && resolution < 16) tiles(context, room);
  context.strokeStyle = INK;
  context.lineWidth = room.number % 2 === 0 ? 26 : 16;
  context.strokeRect(x, y, w, h);
  door(context, x + 90, y + h, 130);
  window_(context, x + w / 2 - 180, y, 360);
  context.fillStyle = INK;
  context.font = '600 62px sans-serif';
  context.textAlign = 'center';
  context.fillText(`${room.number}`, x + w / 2, y + h / 2 - 20);
  context.font = '46px sans-serif';
  context.fillText(room.name, x + w / 2, y + h / 2 + 40);
  context.font = '30px sans-serif';
  context.fillText(`${((w * h) / 40_000).toFixed(2)} m²   RH 2.62`, x + w / 2, y + h / 2 + 88);
  if (room.name === 'Kitchen') {
    context.lineWidth = 5;
    context.strokeRect(x + 30, y + 30, 130, h - 60);
    for (const at of [0.2, 0.35]) {
      context.beginPath();
      context.arc(x + 95, y + h * at, 38, 0, 2 * Math.PI);
      context.stroke();
    }
  }
  // The smallest text of the sheet: readable only near 1:1.
  context.font = '17px sans-serif';
  context.textAlign = 'left';
  context.fillText('FFL +12.40  SSL +12.28  EI60 / RE90', x + 40, y + 60);
}

function tiles(context: Context, { x, y, w, h }: Room): void {
  context.save();
  context.strokeStyle = '#9db4bd';
  context.lineWidth = 3;
  context.beginPath();
  for (let at = x + 60; at < x + w; at += 60) {
    context.moveTo(at, y);
    context.lineTo(at, y + h);
  }
  for (let at = y + 60; at < y + h; at += 60) {
    context.moveTo(x, at);
    context.lineTo(x + w, at);
  }
  context.stroke();
  context.restore();
}

function door(context: Context, x: number, y: number, size: number): void {
  context.save();
  context.fillStyle = '#ffffff';
  context.fillRect(x, y - 16, size, 32);
  context.lineWidth = 6;
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x, y - size);
  context.arc(x, y, size, -Math.PI / 2, 0);
  context.stroke();
  context.restore();
}

function window_(context: Context, x: number, y: number, size: number): void {
  context.save();
  context.fillStyle = '#ffffff';
  context.fillRect(x, y - 10, size, 20);
  context.lineWidth = 4;
  context.strokeStyle = '#2d6f8f';
  context.strokeRect(x, y - 10, size, 20);
  context.restore();
}

function drawGrid(context: Context, resolution: number): void {
  context.save();
  context.strokeStyle = '#c2362f';
  context.lineWidth = 4;
  context.setLineDash([120, 30, 20, 30]);
  context.beginPath();
  for (let i = 0; i < 9; i++) {
    const x = 1000 + i * 1237;
    context.moveTo(x, 760);
    context.lineTo(x, 8300);
  }
  for (let i = 0; i < 6; i++) {
    const y = 1300 + i * 1300;
    context.moveTo(560, y);
    context.lineTo(11_300, y);
  }
  context.stroke();
  context.setLineDash([]);
  context.font = '600 70px sans-serif';
  context.textAlign = 'center';
  context.fillStyle = '#c2362f';
  for (let i = 0; i < 9; i++) {
    const x = 1000 + i * 1237;
    context.beginPath();
    context.arc(x, 690, 70, 0, 2 * Math.PI);
    context.stroke();
    if (resolution < 32) context.fillText(String(i + 1), x, 715);
  }
  context.restore();
}

function drawFrame(context: Context): void {
  context.strokeStyle = INK;
  context.lineWidth = 12;
  context.strokeRect(240, 240, WIDTH - 480, HEIGHT - 480);
  context.lineWidth = 6;
  context.strokeRect(WIDTH - 2500, HEIGHT - 1900, 2260, 1660);
  context.fillStyle = INK;
  context.textAlign = 'left';
  context.font = '700 110px sans-serif';
  context.fillText('Level 3 · Floor plan', WIDTH - 2400, HEIGHT - 1690);
  context.font = '64px sans-serif';
  for (const [i, line] of ['Riverside housing, building B', 'Scale 1:50', 'Index C', 'Sheet 03-201'].entries()) {
    context.fillText(line, WIDTH - 2400, HEIGHT - 1520 + i * 130);
    context.strokeRect(WIDTH - 2500, HEIGHT - 1600 + i * 130, 2260, 130);
  }
}
