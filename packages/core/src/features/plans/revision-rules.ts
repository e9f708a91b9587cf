// When a revision may be shown: the rules that server and browser share.
import { AppError, refuseFields } from '../../kernel/errors.ts';
import type { Alignment, SheetSize } from '../../site/geometry/alignment.ts';
import type { PlanRow, RevisionRow } from '../../site/rows/plans.ts';

/** Sheets differ by less where only a plotter rounded: under the error an alignment may have. */
const SAME = 0.0005;

/** Whether two sheets have the same dimensions, so that a new one can lie on the old one as it is. */
export function sameSheet(one: SheetSize, other: SheetSize): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) <= SAME * Math.max(a, b);
  return near(one.widthPt, other.widthPt) && near(one.heightPt, other.heightPt);
}

/** Never laid on its plan and put away: its import was called off. Nobody is shown it and its number is free again. */
export const isWithdrawn = (revision: Pick<RevisionRow, 'alignment' | 'active'>): boolean =>
  revision.alignment === null && !revision.active;

/** Spelled differently only by capitals or spaces at its ends, a version is the same to whoever reads it on a sheet. */
const versionKey = (version: string): string => version.trim().toLocaleLowerCase('en');

type Numbered = Pick<RevisionRow, 'version' | 'alignment' | 'active'>;

/** Whether the number is in use among these versions of a plan. */
export function versionTaken(version: string, others: readonly Numbered[]): boolean {
  return others.some((one) => !isWithdrawn(one) && versionKey(one.version) === versionKey(version));
}

/** Refuses a version number that is missing or taken, at its field. */
export function demandVersion(version: string, others: readonly Numbered[]): void {
  if (version.trim() === '') refuseFields({ path: 'version', outcome: 'REQUIRED' });
  if (versionTaken(version, others)) refuseFields({ path: 'version', outcome: 'ALREADY_IN_USE' });
}

/** The next number in the way the plan counts: A → B, V2 → V3, 07 → 08; empty where it does not count. */
export function nextVersion(all: readonly (Numbered & Pick<RevisionRow, 'createdAt'>)[]): string {
  const others = all.filter((one) => !isWithdrawn(one));
  const last = [...others].sort((a, b) => b.createdAt.localeCompare(a.createdAt))[0]?.version.trim() ?? '';
  const number = /^(.*?)(\d+)$/u.exec(last);
  const letter = /^(.*[^\p{L}])?([A-Ya-y])$/u.exec(last);
  let next = '';
  if (number) {
    const [, before = '', digits = ''] = number;
    next = before + String(Number(digits) + 1).padStart(digits.length, '0');
  } else if (letter) {
    const [, before = '', one = ''] = letter;
    next = before + String.fromCharCode(one.charCodeAt(0) + 1);
  }
  return versionTaken(next, others) || next.length > 40 ? '' : next;
}

/** A revision of other dimensions can be shown once somebody has said how it lies on the plan. */
const isAligned = (revision: Pick<RevisionRow, 'alignment'>): boolean => revision.alignment !== null;

/** Refuses a revision that does not lie on the plan yet: `revision_unaligned`. */
export function demandAligned(revision: Pick<RevisionRow, 'alignment'>): Alignment {
  if (revision.alignment === null) throw new AppError('revision_unaligned');
  return revision.alignment;
}

/** What can be done to a revision. */
export type RevisionMove = 'makeCurrent' | 'align' | 'deactivate' | 'reactivate' | 'discard';

/** What a version list offers whoever may manage plans. The first revision is the plan's own space: it is never aligned. */
export function revisionMoves(
  revision: RevisionRow,
  plan: Pick<PlanRow, 'currentRevisionId' | 'updating'>,
  all: readonly RevisionRow[],
): RevisionMove[] {
  const current = plan.currentRevisionId === revision.id;
  const moves: RevisionMove[] = [];
  if (!current && isAligned(revision)) moves.push('makeCurrent');
  if (!isFirst(revision, all) && !isWithdrawn(revision)) moves.push('align');
  if (!current && revision.active && isAligned(revision)) moves.push('deactivate');
  if (revision.active && !isAligned(revision)) moves.push('discard');
  if (!revision.active && isAligned(revision)) moves.push('reactivate');
  return moves;
}

/** The revision whose sheet is the plan's space: the oldest. */
export function firstOf(all: readonly RevisionRow[]): RevisionRow | undefined {
  return [...all].sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id))[0];
}

export const isFirst = (revision: RevisionRow, all: readonly RevisionRow[]): boolean =>
  firstOf(all)?.id === revision.id;
