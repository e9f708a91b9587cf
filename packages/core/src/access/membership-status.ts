// How a person stands in an organisation: one machine for what is done to a membership, and one answer to what people see of it.
import { type Acting, ROLES, type Role } from './capabilities.ts';

/** What is kept. Everything else that people see comes of the licence, the account and the place in a project. */
export const MEMBERSHIP_STATES = ['pending', 'invited', 'active', 'deactivated', 'removed'] as const;
export type MembershipState = (typeof MEMBERSHIP_STATES)[number];

type Move = { from: readonly MembershipState[]; to: MembershipState };

/** Move → from which states and to which. Who has an account already needs no link: an invitation then leads to `active` at once. */
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

/** Where a move leads; undefined where it is none from there. `settled`: the person has set a password or signs in elsewhere. */
export function afterMove(state: MembershipState, move: MembershipMove, settled: boolean): MembershipState | undefined {
  if (!movesFrom(state).includes(move)) return undefined;
  if (move === 'invite' && settled) return 'active';
  // Who never came is asked again.
  if (move === 'reactivate' && !settled) return 'pending';
  return MEMBERSHIP_MOVES[move].to;
}

/** Whether somebody in this state may sign in, once the account is settled. */
export const mayEnter = (state: MembershipState): boolean => state !== 'deactivated' && state !== 'removed';

/** What people see. `inactive` is somebody who was set inactive in one project. */
export const STANDINGS = [
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
export type Standing = (typeof STANDINGS)[number];
/** Those that exist in the list of an organisation. */
export const ORGANISATION_STANDINGS = STANDINGS.filter((one) => one !== 'inactive');

/** A licence works on computers too, or on phones and tablets only. */
export const LICENCE_KINDS = ['full', 'mobile'] as const;
export type LicenceKind = (typeof LICENCE_KINDS)[number];

/** Roles that nobody can use to the full without a licence; the others are free. */
export const LICENSED_ROLES: readonly Acting[] = ['administrator', 'contributor', 'projectOwner', 'ownerAssistant'];

/** What a person without a valid licence may do at most: look, comment, fulfil own tasks. */
const limitedRole = (role: Acting): Acting => (LICENSED_ROLES.includes(role) ? 'internalViewer' : role);

/** The role that counts. */
export const effectiveRole = (role: Acting, licensed: boolean): Acting => (licensed ? role : limitedRole(role));

export type Facts = {
  state: MembershipState;
  /** Neither the account nor the membership is locked. */
  open: boolean;
  licence: LicenceKind | null;
  /** The earlier one of the person's and the organisation's; null for no end. */
  licenceEndsAt: string | null;
  /** Holds a role that needs a licence, in any project. */
  needsLicence: boolean;
};

/** Valid up to the very moment of its end. */
export const isLicensed = ({ licence, licenceEndsAt }: Pick<Facts, 'licence' | 'licenceEndsAt'>, now: Date): boolean =>
  licence !== null && (licenceEndsAt === null || new Date(licenceEndsAt) > now);

/** How somebody stands in the organisation now. */
export function standingOf(facts: Facts, now: Date): Standing {
  const { state, open, licence, needsLicence } = facts;
  if (state === 'removed') return 'removed';
  if (state === 'deactivated' || !open) return 'deactivated';
  if (state !== 'active') return state;
  if (licence === null) return needsLicence ? 'unlicensed' : 'activeFree';
  return isLicensed(facts, now) ? 'active' : 'licenceExpired';
}

/** What becomes of somebody's place in a project when the standing in the organisation changes; `inactive` and `removed` there stay. */
export function placeAfter<State extends string>(place: State, state: MembershipState): State | MembershipState {
  return place === 'inactive' || place === 'removed' ? place : state;
}

/** Every role but none, in the order of the table. */
export const GIVEN_ROLES: readonly Role[] = ROLES.filter((role) => role !== 'none');
