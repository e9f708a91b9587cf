import sharp from 'sharp';
import { expect, test } from 'vitest';
import { turned } from './grey.ts';
import { greyOf } from './pictures.ts';
import { CONFIDENT_FIT, propose } from './propose.ts';

/** Pseudo-random rooms; the first `others` rooms depend on the seed, the rest are the same for every seed. */
function rooms(seed: number, others: number): string {
  const drawn: string[] = [];
  const random = (start: number) => {
    let state = start;
    return (range: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return (state / 2 ** 31) * range;
    };
  };
  for (let i = 0; i < 60; i++) {
    const next = random(i < others ? 977 * seed + 31 * i : 31 * i + 5);
    next(1);
    drawn.push(
      `<rect x="${80 + next(780)}" y="${80 + next(520)}" width="${20 + next(130)}" height="${15 + next(90)}"/>`,
    );
  }
  return `<g fill="none" stroke="#000" stroke-width="3">${drawn.join('')}</g>`;
}

async function sheet(width: number, height: number, turn: string, content: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><g transform="${turn}">${content}</g></svg>`;
  return greyOf(await sharp(Buffer.from(svg)).png().toBuffer());
}

test('a drawing rotated, scaled by 1.3 and one third new is located to a fraction of a pixel', async () => {
  const old = await sheet(1000, 700, '', rooms(1, 0));
  const again = await sheet(1500, 1500, 'translate(900 60) rotate(47) scale(1.3)', rooms(2, 18));
  const found = propose(old, again);
  expect(found?.fit).toBeGreaterThan(CONFIDENT_FIT);
  const angle = (47 * Math.PI) / 180;
  for (const [x = 0, y = 0] of [
    [100, 100],
    [900, 100],
    [100, 600],
    [900, 600],
  ]) {
    const there = {
      x: 900 + 1.3 * (Math.cos(angle) * x - Math.sin(angle) * y),
      y: 60 + 1.3 * (Math.sin(angle) * x + Math.cos(angle) * y),
    };
    const back = turned(found?.turn ?? { p: 1, q: 0, u: 0, v: 0 }, there.x, there.y);
    expect(Math.hypot(back.x - x, back.y - y)).toBeLessThan(0.7);
  }
}, 120_000);

test('a building with half-turn symmetry stays upright although a mark beside it has moved to the other side', async () => {
  const even = `${rooms(1, 0)}<g transform="rotate(180 500 350)">${rooms(1, 0)}</g>`;
  const mark = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="14" fill="none" stroke="#000" stroke-width="3"/>`;
  const old = await sheet(1000, 700, '', even + mark(40, 40));
  const again = await sheet(1200, 800, 'translate(60 40)', even + mark(960, 660));
  const { turn: rotation } = propose(old, again) ?? {};
  expect(rotation?.p).toBeCloseTo(1, 2);
}, 120_000);

test('a different building and an empty sheet stay below the confidence threshold', async () => {
  const old = await sheet(1000, 700, '', rooms(1, 0));
  const other = await sheet(1000, 700, 'rotate(9 500 350)', rooms(5, 60));
  expect(propose(old, other)?.fit ?? 0).toBeLessThan(CONFIDENT_FIT);
  expect(propose(old, await sheet(1000, 700, '', ''))?.fit ?? 0).toBeLessThan(CONFIDENT_FIT);
}, 120_000);
