// Prices and content of licences: the plans of an organisation, and the licences of its people.
import { LICENCES, type Licence, type Quotas } from '../../access/licence-limits.ts';
import { LICENCE_KINDS, type LicenceKind } from '../../access/membership-status.ts';

export const BILLINGS = ['monthly', 'yearly'] as const;
export type Billing = (typeof BILLINGS)[number];

/** Euros per month and person. The test is free. */
const PRICES: Readonly<Record<Licence, Readonly<Record<Billing, number>>>> = {
  test: { monthly: 0, yearly: 0 },
  pocket: { monthly: 59, yearly: 49 },
  combo: { monthly: 69, yearly: 59 },
  multi: { monthly: 89, yearly: 79 },
};

/** Euros per month for an upgrade to this plan during a term. */
const UPGRADE_PRICES: Readonly<Partial<Record<Licence, number>>> = { combo: 59, multi: 79 };

/** Duration of a test in days. */
export const TEST_DAYS = 30;

export type PlanOffer = {
  licence: Licence;
  quotas: Quotas;
  monthly: number;
  yearly: number;
  /** Euros per month for an upgrade from the current plan; null if it is not an upgrade. */
  upgrade: number | null;
};

/** The available plans, with prices relative to the current one. */
export function offersFrom(present: Licence, quotas: Readonly<Record<Licence, Quotas>>): PlanOffer[] {
  return LICENCES.map((licence) => ({
    licence,
    quotas: quotas[licence],
    ...PRICES[licence],
    upgrade: isUpgrade(present, licence) && present !== 'test' ? (UPGRADE_PRICES[licence] ?? null) : null,
  }));
}

/** Whether the second plan is an upgrade from the first. */
export const isUpgrade = (from: Licence, to: Licence): boolean => LICENCES.indexOf(to) > LICENCES.indexOf(from);

/** Licences assigned to people, or available to assign; null means no limit. */
export type Seats = Readonly<Record<LicenceKind, number | null>>;

/**
 * The kind with no licence left; undefined if one is available. A person who already has that kind needs no further
 * one.
 */
export function noSeatFor(
  requested: LicenceKind | null,
  present: LicenceKind | null,
  { seats, taken }: { seats: Seats; taken: Readonly<Record<LicenceKind, number>> },
): LicenceKind | undefined {
  if (requested === null || requested === present) return undefined;
  const most = seats[requested];
  return most !== null && taken[requested] >= most ? requested : undefined;
}

/** The licence for a new person: the fuller kind first, none if none is left. */
export const freeSeat = (seats: Seats, taken: Readonly<Record<LicenceKind, number>>): LicenceKind | null =>
  LICENCE_KINDS.find((kind) => noSeatFor(kind, null, { seats, taken }) === undefined) ?? null;
