// Accuracy of the automatic alignment of a new revision: generated floor plans, redrawn with 30 % of their strokes
// changed, at a scale of 0.5 to 2, rotated by any angle, shifted, on a sheet of another size. The error is the largest
// one over the building, in per cent of the plan's width. Usage: `node bench/align.ts [cases] [first]`.

import { turned } from '@plumbline/server/features/imports/aligning/grey';
import { greyOf } from '@plumbline/server/features/imports/aligning/pictures';
import { CONFIDENT_FIT, propose } from '@plumbline/server/features/imports/aligning/propose';
import sharp from 'sharp';
import {
  type Building,
  building,
  changed,
  numbersFrom,
  onPaper,
  type Rng,
  type Sheet,
  type SheetPlacement,
} from './align/drawing.ts';
import { judge, percentile } from './common/figures.ts';

const CASES = 200;
const CHANGED = 0.3;
/** Pixels along the longest side of the compared images, the same as in the previews that the server keeps. */
const PREVIEW_SIDE_PX = 1_600;
/** Per cent of the width. */
const GOAL = 0.1;
const SHEETS: readonly Sheet[] = [
  { width: 2384, height: 1684 },
  { width: 3370, height: 2384 },
  { width: 1684, height: 1191 },
  { width: 1684, height: 2384 },
];

type Case = {
  old: Sheet;
  oldLying: SheetPlacement;
  sheet: Sheet;
  lying: SheetPlacement;
  its: Building;
  later: Building;
  rng: Rng;
};

function place(rng: Rng, its: Building, sheet: Sheet, scale: number, angle: number): SheetPlacement {
  // The building's centre is near the centre of the sheet.
  const cx = sheet.width * (0.47 + 0.06 * rng());
  const cy = sheet.height * (0.47 + 0.06 * rng());
  const cos = scale * Math.cos(angle);
  const sin = scale * Math.sin(angle);
  return { scale, angle, dx: cx - cos * 500 + (sin * its.height) / 2, dy: cy - sin * 500 - (cos * its.height) / 2 };
}

function makeCase(seed: number): Case {
  const rng = numbersFrom(seed);
  const its = building(rng);
  const old = SHEETS[Math.floor(rng() * SHEETS.length)] ?? { width: 2384, height: 1684 };
  const fitting = Math.min(old.width / 1250, old.height / (its.height + 250)) * (0.75 + 0.25 * rng());
  const oldTransform = place(rng, its, old, fitting, 0);
  const times = 0.5 * 4 ** rng();
  const angle = (rng() * 2 - 1) * Math.PI;
  const scale = fitting * times;
  // A larger scale gets a larger sheet: the building fits with some space around it, or is cut off slightly at most.
  const cos = Math.abs(Math.cos(angle));
  const sin = Math.abs(Math.sin(angle));
  const room = 0.95 + 0.35 * rng();
  const sheet = {
    width: Math.round(scale * (1000 * cos + its.height * sin) * room + 160),
    height: Math.round(scale * (1000 * sin + its.height * cos) * room + 160),
  };
  return {
    old,
    oldLying: oldTransform,
    sheet,
    lying: place(rng, its, sheet, scale, angle),
    its,
    later: changed(rng, its, CHANGED),
    rng,
  };
}

const drawn = async (svg: string) => {
  const picture = await sharp(Buffer.from(svg), { unlimited: true })
    .resize({ width: PREVIEW_SIDE_PX, height: PREVIEW_SIDE_PX, fit: 'inside' })
    .webp({ quality: 80 })
    .toBuffer();
  return greyOf(picture);
};

/** Error of the worst corner of the building in per cent of the old sheet's width; undefined without a proposal. */
async function errorOf(seed: number) {
  const { old, oldLying: oldTransform, sheet, lying: transform, its, later, rng } = makeCase(seed);
  const fixed = await drawn(onPaper(rng, its, old, oldTransform, 1));
  const moving = await drawn(onPaper(rng, later, sheet, transform, 1));
  const started = performance.now();
  const found = propose(fixed, moving);
  const seconds = (performance.now() - started) / 1000;
  if (!found) return { error: Number.POSITIVE_INFINITY, fit: 0, seconds };
  const put = ({ scale, angle, dx, dy }: SheetPlacement, x: number, y: number) => ({
    x: scale * (Math.cos(angle) * x - Math.sin(angle) * y) + dx,
    y: scale * (Math.sin(angle) * x + Math.cos(angle) * y) + dy,
  });
  const errors = [
    [0, 0],
    [1000, 0],
    [0, its.height],
    [1000, its.height],
  ].map(([x = 0, y = 0]) => {
    const should = put(oldTransform, x, y);
    const there = put(transform, x, y);
    const seen = turned(found.turn, (there.x / sheet.width) * moving.width, (there.y / sheet.height) * moving.height);
    const dx = (seen.x / fixed.width) * old.width - should.x;
    const dy = (seen.y / fixed.height) * old.height - should.y;
    return (100 * Math.hypot(dx, dy)) / old.width;
  });
  return { error: Math.max(...errors), fit: found.fit, seconds };
}

const cases = Number(process.argv[2] ?? CASES);
const first = Number(process.argv[3] ?? 1);
const errors: number[] = [];
const times: number[] = [];
let wrongButSure = 0;
for (let seed = first; seed < first + cases; seed++) {
  const { error, fit, seconds } = await errorOf(seed);
  errors.push(error);
  times.push(seconds);
  if (error > 1 && fit >= CONFIDENT_FIT) wrongButSure += 1;
  if (error > GOAL || process.env.VERBOSE) {
    const { lying: transform, oldLying: oldTransform } = makeCase(seed);
    console.log(
      `case ${seed}: ${error.toFixed(3)} % off, fit ${fit.toFixed(2)}, scale ${(transform.scale / oldTransform.scale).toFixed(2)}, ${((transform.angle * 180) / Math.PI).toFixed(0)}°, ${seconds.toFixed(1)} s`,
    );
  }
}
const met = errors.filter((error) => error <= GOAL).length;
console.log(
  `${cases} cases: ${met} within ${GOAL} % of the width (${((100 * met) / cases).toFixed(1)} %); median ${percentile(errors, 0.5).toFixed(3)} %, 95th percentile ${percentile(errors, 0.95).toFixed(3)} %; ${percentile(times, 0.5).toFixed(1)} s a case, slowest ${percentile(times, 1).toFixed(1)} s`,
);
console.log(`wrong proposals with a confident fit: ${wrongButSure}`);
judge('95th percentile of the error in per cent of the width', percentile(errors, 0.95), GOAL);
