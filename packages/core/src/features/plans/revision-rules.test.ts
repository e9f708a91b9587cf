import { describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/errors.ts';
import { type Alignment, IDENTITY_ALIGNMENT } from '../../site/geometry/alignment.ts';
import { onSheet, pinsOutside } from '../../site/on-sheet.ts';
import type { RevisionRow } from '../../site/rows/plans.ts';
import { isVersionTaken, nextVersion, requireVersion, revisionMoves, sameSheet } from './revision-rules.ts';

const row = (part: Partial<RevisionRow>): RevisionRow => ({
  id: 'r1',
  projectId: 'p',
  planId: 'plan',
  version: 'A',
  date: null,
  active: true,
  pageNumber: 1,
  rotation: 0,
  widthPt: 2384,
  heightPt: 1684,
  pyramid: { width: 100, height: 70, tileSize: 512, levels: 1 },
  alignment: IDENTITY_ALIGNMENT,
  scaleRegions: [],
  linesBlobId: null,
  packBlobId: 'b',
  textBlobId: null,
  thumbBlobId: 'b',
  rooms: [],
  previewBlobId: 'b',
  originalBlobId: 'b',
  originalName: 'a.pdf',
  fileSize: 1,
  createdBy: 'u',
  createdAt: '2026-01-01T00:00:00.000Z',
  ...part,
});

describe('dimensions', () => {
  test.each([
    ['equal', 2384, 1684, true],
    ['rounded by a plotter', 2383.94, 1683.78, true],
    ['turned', 1684, 2384, false],
    ['half the size', 1192, 842, false],
    ['slightly taller', 2384, 1690, false],
  ])('%s', (_name, widthPt, heightPt, same) => {
    expect(sameSheet({ widthPt: 2384, heightPt: 1684 }, { widthPt, heightPt })).toBe(same);
  });
});

describe('version numbers', () => {
  test('capitals and outer spaces do not distinguish numbers', () => {
    expect(isVersionTaken(' rev a', [row({ version: 'Rev A' })])).toBe(true);
    expect(isVersionTaken('rev b', [row({ version: 'Rev A' })])).toBe(false);
  });

  test('a number is available again after its import was discarded', () => {
    expect(isVersionTaken('B', [row({ version: 'B', alignment: null, active: false })])).toBe(false);
    expect(isVersionTaken('B', [row({ version: 'B', alignment: null })])).toBe(true);
  });

  test.each([
    [' ', 'REQUIRED'],
    ['a', 'ALREADY_IN_USE'],
  ])('%j is refused at its field', (version, outcome) => {
    let refusal: unknown;
    try {
      requireVersion(version, [row({ version: 'A' })]);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(AppError);
    expect((refusal as AppError).details.fields).toEqual([{ path: 'version', outcome }]);
  });

  test.each([
    [['A'], 'B'],
    [['V1', 'V2'], 'V3'],
    [['09'], '10'],
    [['Rev. C'], 'Rev. D'],
    [['final'], ''],
    [['Z'], ''],
    [[], ''],
    [['C', 'B'], ''],
  ])('%j is followed by %j', (versions, next) => {
    const rows = versions.map((version, i) => row({ version, createdAt: `2026-01-0${i + 1}T00:00:00.000Z` }));
    expect(nextVersion(rows)).toBe(next);
  });
});

describe('available moves', () => {
  const first = row({});
  const aligned = row({ id: 'r2', createdAt: '2026-02-01T00:00:00.000Z' });
  const loose = row({ id: 'r3', createdAt: '2026-03-01T00:00:00.000Z', alignment: null });
  const all = [first, aligned, loose];
  const plan = { currentRevisionId: 'r2', updating: false };

  test.each([
    ['the first revision', first, ['makeCurrent', 'deactivate']],
    ['the current revision', aligned, ['align']],
    ['a revision of different dimensions', loose, ['align', 'discard']],
    ['a revision whose import was canceled', { ...loose, active: false }, []],
    ['an inactive revision', row({ ...aligned, id: 'r4', active: false }), ['makeCurrent', 'align', 'reactivate']],
  ])('with %s', (_name, revision, moves) => {
    expect(revisionMoves(revision, plan, all)).toEqual(moves);
  });
});

describe('the sheet as the area for pins', () => {
  /** Half the size in the middle of the plan. */
  const half: Alignment = [0.5, 0, 0.25, 0, 0.5, 0.25];
  test.each([
    [IDENTITY_ALIGNMENT, 1, 1, true],
    [IDENTITY_ALIGNMENT, 1.0000001, 0.5, false],
    [half, 0.25, 0.75, true],
    [half, 0.2, 0.5, false],
    [[2, 0, -0.5, 0, 2, -0.5] satisfies Alignment, -0.4, 1.4, true],
  ])('%j holds (%d, %d): %s', (alignment, x, y, inside) => {
    expect(onSheet(alignment, { x, y })).toBe(inside);
  });
});

test('pins outside the sheet of a revision are found', () => {
  const pin = (x: number | null, y: number | null) => ({ x, y });
  const [left, edge, right] = [pin(0.25, 0.5), pin(0.5, 1), pin(0.75, 0.5)];
  const [below, unplaced] = [pin(0.75, 1.2), pin(null, null)];
  // The right half of the plan, rotated by 180 degrees.
  const rightHalf: Alignment = [-0.5, 0, 1, 0, -1, 1];
  expect(pinsOutside(rightHalf, [left, edge, right, below, unplaced])).toEqual([left, below]);
  expect(pinsOutside(IDENTITY_ALIGNMENT, [left, edge, right, unplaced])).toEqual([]);
});
