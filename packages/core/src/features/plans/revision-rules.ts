// When a revision may be shown: the rules shared by server and browser.
import { AppError, refuseFields } from '../../kernel/errors.ts';
import type { Alignment, SheetSize } from '../../site/geometry/alignment.ts';
import type { PlanRow, RevisionRow } from '../../site/rows/plans.ts';

/** Relative tolerance for rounding by a plotter: below the error an alignment may have. */
const SAME = 0.0005;

/** Whether two sheets have the same dimensions, so that a new one needs no alignment. */
export function sameSheet(one: SheetSize, other: SheetSize): boolean {
  const near = (a: number, b: number) => Math.abs(a - b) <= SAME * Math.max(a, b);
  return near(one.widthPt, other.widthPt) && near(one.heightPt, other.heightPt);
}

/**
 * Deactivated without ever being aligned: its import was discarded. It is not shown, and its number is available
 * again.
 */
export const isDiscarded = (revision: Pick<RevisionRow, 'alignment' | 'active'>): boolean =>
  revision.alignment === null && !revision.active;

/** Versions that differ only in case or outer spaces read the same on a sheet. */
const versionKey = (version: string): string => version.trim().toLocaleLowerCase('en');

type NumberedRevision = Pick<RevisionRow, 'version' | 'alignment' | 'active'>;

/** Whether the number is in use among these revisions of a plan. */
export function isVersionTaken(version: string, others: readonly NumberedRevision[]): boolean {
  return others.some((other) => !isDiscarded(other) && versionKey(other.version) === versionKey(version));
}

/** Refuses a missing or taken version number, as a field problem. */
export function requireVersion(version: string, others: readonly NumberedRevision[]): void {
  if (version.trim() === '') refuseFields({ path: 'version', outcome: 'REQUIRED' });
  if (isVersionTaken(version, others)) refuseFields({ path: 'version', outcome: 'ALREADY_IN_USE' });
}

/** The next number in the plan's sequence: A → B, V2 → V3, 07 → 08; empty if there is no sequence. */
export function nextVersion(all: readonly (NumberedRevision & Pick<RevisionRow, 'createdAt'>)[]): string {
  const others = all.filter((one) => !isDiscarded(one));
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
  return isVersionTaken(next, others) || next.length > 40 ? '' : next;
}

/** A revision of different dimensions can be shown once someone has aligned it to the plan. */
const isAligned = (revision: Pick<RevisionRow, 'alignment'>): boolean => revision.alignment !== null;

/** Throws `revision_unaligned` for a revision not yet aligned to the plan. */
export function requireAligned(revision: Pick<RevisionRow, 'alignment'>): Alignment {
  if (revision.alignment === null) throw new AppError('revision_unaligned');
  return revision.alignment;
}

/** The operations on a revision. */
export type RevisionMove = 'makeCurrent' | 'align' | 'deactivate' | 'reactivate' | 'discard';

/**
 * The operations offered to a user who may manage plans. The first revision defines plan space: it is never aligned.
 */
export function revisionMoves(
  revision: RevisionRow,
  plan: Pick<PlanRow, 'currentRevisionId' | 'updating'>,
  all: readonly RevisionRow[],
): RevisionMove[] {
  const current = plan.currentRevisionId === revision.id;
  const moves: RevisionMove[] = [];
  if (!current && isAligned(revision)) moves.push('makeCurrent');
  if (!isFirst(revision, all) && !isDiscarded(revision)) moves.push('align');
  if (!current && revision.active && isAligned(revision)) moves.push('deactivate');
  if (revision.active && !isAligned(revision)) moves.push('discard');
  if (!revision.active && isAligned(revision)) moves.push('reactivate');
  return moves;
}

/** The revision whose sheet defines plan space: the oldest. */
export function firstOf(all: readonly RevisionRow[]): RevisionRow | undefined {
  return [...all].sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id))[0];
}

export const isFirst = (revision: RevisionRow, all: readonly RevisionRow[]): boolean =>
  firstOf(all)?.id === revision.id;
