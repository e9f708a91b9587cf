// How sets of revised sheets are matched with their plans: the revisions among the sample files, and generated sets in which
// a third of each drawing was replaced, numbers and titles are missing or were changed, and sheets were added and left out.
// A sheet that is matched without a question must be matched with its plan.
// Usage: `node bench/set-matching.ts [folder of the sample files]`; without the samples only generated sets are matched.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type ArrivingSheet, matchSheets } from '@plumbline/core/features/imports/match-sheets';
import { inkOf } from '@plumbline/server/features/imports/sets/page-pictures';
import { inspectFile, previewPages } from '@plumbline/server/rendering/render';
import sharp from 'sharp';
import { type Building, building, changed, numbersFrom, onPaper, type Rng } from './align/drawing.ts';
import { judge, table } from './common/figures.ts';

const SETS = 10;
const SHEETS = 40;
const CHANGED = 0.3;
const PAPER = { width: 1_190, height: 842 };
/** Sheets in a hundred that come without a number, with another title, with another number, are new, or are left out. */
const WITHOUT_NUMBER = 0.1;
const RETITLED = 0.1;
const RENUMBERED = 0.02;
const ADDED = 0.1;
const LEFT_OUT = 0.1;

const REVISIONS: readonly (readonly string[])[] = [
  [
    'plans-revisions-jpg/1810spark-A101_20191004.jpg',
    'plans-revisions-jpg/1810spark-A101_20191007.jpg',
    'plans-revisions-jpg/1810spark-A101_20191009.jpg',
    'plans-revisions-jpg/1810spark-A101_20191017.jpg',
  ],
  [
    'plans-revisions-pdf/kegonsa-foundation_rev1-20141031.pdf',
    'plans-revisions-pdf/kegonsa-foundation_rev2-20141105.pdf',
  ],
];
/** Other sheets of the project: none of them may be taken for a revised one. */
const OTHERS = [
  'plans-sheetset-pdf/A-101_First-Floor.pdf',
  'plans-sheetset-pdf/A-102_Second-and-Third-Floor-Plan.pdf',
  'plans-sheetset-pdf/A-103_Roof-Plan.pdf',
  'plans-sheetset-pdf/A-201_Elevations_South-and-East.pdf',
  'plans-sheetset-pdf/A-202_Elevations_North-and-West.pdf',
  'plans-sheetset-pdf/S-101_Structural_Basement-and-Second-Floor-Framing.pdf',
  'plans-sheetset-pdf/S-102_Structural_Roof.pdf',
  'plans-pdf/sunpark-3OG_86x61cm.pdf',
];

const figures = { right: 0, wrong: 0, asked: 0, missed: 0 };

/** `plan` is the plan that shows the sheet, null if it is new. */
type Truth = ArrivingSheet & { plan: string | null };

function count(set: readonly Truth[], known: readonly (ArrivingSheet & { planId: string })[]) {
  const found = { right: 0, wrong: 0, asked: 0, missed: 0 };
  const { matches } = matchSheets(set, known);
  for (const [i, { plan }] of set.entries()) {
    const match = matches[i];
    if (match?.kind === 'uncertain') found.asked += plan === null ? 0 : 1;
    else if (match?.kind === 'new') found.missed += plan === null ? 0 : 1;
    else if (match?.planId === plan) found.right += 1;
    else found.wrong += 1;
  }
  for (const key of ['right', 'wrong', 'asked', 'missed'] as const) figures[key] += found[key];
  return found;
}

async function sampleSheet(file: string): Promise<ArrivingSheet> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-matching-'));
  try {
    const { pages } = await inspectFile(file, basename(file));
    const [preview] = await previewPages(file, [1], () => join(folder, 'page.webp'));
    const [page] = pages;
    if (!page || !preview?.path) throw new Error(`${file} has no page`);
    return { ...page, fingerprint: preview.fingerprint, picture: await inkOf(preview.path) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const samples = process.argv[2] ?? join(import.meta.dirname, '../../shared/samples');
const there = (name: string) => existsSync(join(samples, name));
const rows: (string | number)[][] = [];
const row = (name: string, { right, wrong, asked, missed }: typeof figures) =>
  rows.push([name, `${right}`, `${wrong}`, `${asked}`, `${missed}`]);
const others = await Promise.all(
  OTHERS.filter(there).map(async (name) => ({ ...(await sampleSheet(join(samples, name))), planId: name })),
);
for (const chain of REVISIONS) {
  const [first, ...later] = chain.filter(there);
  if (!first) continue;
  const plan = { ...(await sampleSheet(join(samples, first))), planId: first };
  for (const name of later) {
    const sheet = { ...(await sampleSheet(join(samples, name))), plan: first };
    row(basename(name), count([sheet], [plan, ...others]));
  }
}
if (others.length > 0) {
  const again = others.map(({ planId, ...sheet }) => ({ ...sheet, plan: planId }));
  row('the other sample sheets again', count(again, others));
}

async function picture(rng: Rng, its: Building): Promise<Uint8Array> {
  const scale = Math.min(PAPER.width / 1_250, PAPER.height / (its.height + 250));
  const dx = (PAPER.width - 1_000 * scale) / 2;
  const dy = (PAPER.height - its.height * scale) / 2;
  const drawn = await sharp(Buffer.from(onPaper(rng, its, PAPER, { scale, angle: 0, dx, dy }, 1)), { unlimited: true })
    .png()
    .toBuffer();
  return inkOf(drawn);
}

for (let seed = 1; seed <= SETS; seed++) {
  const rng = numbersFrom(seed);
  const known: (ArrivingSheet & { planId: string })[] = [];
  const arriving: Truth[] = [];
  for (let i = 0; i < SHEETS; i++) {
    const its = building(rng);
    const paper = { widthPt: PAPER.width, heightPt: PAPER.height };
    const sheet = { ...paper, title: `Level ${i}`, sheetNumber: `A-${100 + i}`, fingerprint: `old ${i}` };
    const isNew = rng() < ADDED;
    if (!isNew) known.push({ ...sheet, picture: await picture(rng, its), planId: `plan ${i}` });
    if (!isNew && rng() < LEFT_OUT) continue;
    arriving.push({
      ...sheet,
      sheetNumber: rng() < WITHOUT_NUMBER ? '' : rng() < RENUMBERED ? `A-${300 + i}` : sheet.sheetNumber,
      title: rng() < RETITLED ? `Storey ${i}` : sheet.title,
      fingerprint: `new ${i}`,
      picture: await picture(rng, changed(rng, its, CHANGED)),
      plan: isNew ? null : `plan ${i}`,
    });
  }
  row(`generated set ${seed}, ${arriving.length} sheets`, count(arriving, known));
}
table(['set', 'right', 'wrong', 'asked', 'missed'], rows);
const { right, wrong, asked, missed } = figures;
console.log(
  `precision ${((100 * right) / (right + wrong)).toFixed(1)} %, recall ${((100 * right) / (right + wrong + asked + missed)).toFixed(1)} %`,
);
judge('sheets matched with another plan', wrong, 0);
judge('sheets of plans that were not matched, in per cent', (100 * (asked + missed)) / (right + asked + missed), 5);
