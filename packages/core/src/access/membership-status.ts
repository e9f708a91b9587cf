// A person's status in an organisation: one state machine for the membership, and one derived status that users see.
import { type AccessRole, ROLES, type Role } from './capabilities.ts';

/**
 * The stored state. Everything else that users see derives from the licence, the account and the project membership.
 */
export const MEMBERSHIP_STATES = ['pending', 'invited', 'active', 'deactivated', 'removed'] as const;
export type MembershipState = (typeof MEMBERSHIP_STATES)[number];

type Move = { from: readonly MembershipState[]; to: MembershipState };

/**
 * Move → source states and target state. A user with an account needs no link: an invitation then leads straight to
 * `active`.
 */
const MEMBERSHIP_MOVES = {
  invite: { from: ['pending', 'invited', 'removed'], to: 'invited' },
  activate: { from: ['pending', 'invited'], to: 'active' },
  deactivate: { from: ['pending', 'invited', 'active'], to: 'deactivated' },
  reactivate: { from: ['deactivated'], to: 'active' },
  remove: { from: ['pending', 'invited', 'active', 'deactivated'], to: 'removed' },
} as const satisfies Record<string, Move>;
export type MembershipMove = keyof typeof MEMBERSHIP_MOVES;
export const MEMBERSHIP_MOVE_NAMES = Object.keys(MEMBERSHIP_MOVES) as MembershipMove[];

export const movesFrom = (state: MembershipState): MembershipMove[] =>
  MEMBERSHIP_MOVE_NAMES.filter((move) => (MEMBERSHIP_MOVES[move].from as readonly MembershipState[]).includes(state));

/**
 * The target state of a move; undefined if it is not allowed. `settled`: the person has set a password or uses single
 * sign-on.
 */
export function afterMove(state: MembershipState, move: MembershipMove, settled: boolean): MembershipState | undefined {
  if (!movesFrom(state).includes(move)) return undefined;
  if (move === 'invite' && settled) return 'active';
  // A person who never joined is invited again.
  if (move === 'reactivate' && !settled) return 'pending';
  return MEMBERSHIP_MOVES[move].to;
}

/** Whether a person in this state may sign in, once the account is settled. */
export const mayEnter = (state: MembershipState): boolean => state !== 'deactivated' && state !== 'removed';

/** The displayed status. `inactive` means set inactive in one project. */
export const MEMBERSHIP_STATUSES = [
  'pending',
  'invited',
  'active',
  'activeFree',
  'inactive',
  'deactivated',
  'removed',
  'unlicensed',
  'licenceExpired',
] as const;
export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number];
/** The statuses that occur in an organisation's list. */
export const ORGANISATION_STATUSES = MEMBERSHIP_STATUSES.filter((membershipStatus) => membershipStatus !== 'inactive');

/** A licence covers computers too, or phones and tablets only. */
export const LICENCE_KINDS = ['full', 'mobile'] as const;
export type LicenceKind = (typeof LICENCE_KINDS)[number];

/** Roles that require a licence for their full permissions; the others are free. */
export const LICENSED_ROLES: readonly AccessRole[] = ['administrator', 'contributor', 'projectOwner', 'ownerAssistant'];

/** The most a person without a valid licence may do: view, comment, complete own tasks. */
const limitedRole = (role: AccessRole): AccessRole => (LICENSED_ROLES.includes(role) ? 'internalViewer' : role);

/** The role after taking the licence into account. */
export const effectiveRole = (role: AccessRole, licensed: boolean): AccessRole => (licensed ? role : limitedRole(role));

export type Facts = {
  state: MembershipState;
  /** Neither the account nor the membership is locked. */
  open: boolean;
  licence: LicenceKind | null;
  /** The earlier of the person's and the organisation's end; null for no end. */
  licenceEndsAt: string | null;
  /** Has a role that requires a licence, in any project. */
  needsLicence: boolean;
};

/** Valid until the exact moment of its end. */
export const isLicensed = ({ licence, licenceEndsAt }: Pick<Facts, 'licence' | 'licenceEndsAt'>, now: Date): boolean =>
  licence !== null && (licenceEndsAt === null || new Date(licenceEndsAt) > now);

/** A person's current status in the organisation. */
export function membershipStatusOf(facts: Facts, now: Date): MembershipStatus {
  const { state, open, licence, needsLicence } = facts;
  if (state === 'removed') return 'removed';
  if (state === 'deactivated' || !open) return 'deactivated';
  if (state !== 'active') return state;
  if (licence === null) return needsLicence ? 'unlicensed' : 'activeFree';
  return isLicensed(facts, now) ? 'active' : 'licenceExpired';
}

/**
 * The state of a project membership after the organisation membership changes; `inactive` and `removed` stay unchanged.
 */
export function projectStateAfter<State extends string>(place: State, state: MembershipState): State | MembershipState {
  return place === 'inactive' || place === 'removed' ? place : state;
}

/** Every role but none, in table order. */
export const ASSIGNABLE_ROLES: readonly Role[] = ROLES.filter((role) => role !== 'none');
