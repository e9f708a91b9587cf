// What licences cost and give: the plans of an organisation, and the licences its people have.
import { LICENCES, type Licence, type Quotas } from '../../access/licence-limits.ts';
import { LICENCE_KINDS, type LicenceKind } from '../../access/membership-status.ts';

export const BILLINGS = ['monthly', 'yearly'] as const;
export type Billing = (typeof BILLINGS)[number];

/** Euros a month and person. The test costs nothing. */
const PRICES: Readonly<Record<Licence, Readonly<Record<Billing, number>>>> = {
  test: { monthly: 0, yearly: 0 },
  pocket: { monthly: 59, yearly: 49 },
  combo: { monthly: 69, yearly: 59 },
  multi: { monthly: 89, yearly: 79 },
};

/** Euros a month for who goes up to this plan in the midst of a term. */
const UPGRADE_PRICES: Readonly<Partial<Record<Licence, number>>> = { combo: 59, multi: 79 };

/** Days a test lasts. */
export const TEST_DAYS = 30;

export type PlanOffer = {
  licence: Licence;
  quotas: Quotas;
  monthly: number;
  yearly: number;
  /** Euros a month on the way up from the present plan; null where it is none. */
  upgrade: number | null;
};

/** The plans that can be had, with their prices as seen from the present one. */
export function offersFrom(present: Licence, quotas: Readonly<Record<Licence, Quotas>>): PlanOffer[] {
  return LICENCES.map((licence) => ({
    licence,
    quotas: quotas[licence],
    ...PRICES[licence],
    upgrade: isUpgrade(present, licence) && present !== 'test' ? (UPGRADE_PRICES[licence] ?? null) : null,
  }));
}

/** Whether the one plan gives more than the other. */
export const isUpgrade = (from: Licence, to: Licence): boolean => LICENCES.indexOf(to) > LICENCES.indexOf(from);

/** Licences of people that are given out, or may be; null is no limit. */
export type Seats = Readonly<Record<LicenceKind, number | null>>;

/**
 * The kind of which there is none left for one more; undefined where there is. Who has that kind already takes no further one.
 */
export function noSeatFor(
  wanted: LicenceKind | null,
  present: LicenceKind | null,
  { seats, taken }: { seats: Seats; taken: Readonly<Record<LicenceKind, number>> },
): LicenceKind | undefined {
  if (wanted === null || wanted === present) return undefined;
  const most = seats[wanted];
  return most !== null && taken[wanted] >= most ? wanted : undefined;
}

/** The licence for somebody new: the fuller one first, none where none is left. */
export const freeSeat = (seats: Seats, taken: Readonly<Record<LicenceKind, number>>): LicenceKind | null =>
  LICENCE_KINDS.find((kind) => noSeatFor(kind, null, { seats, taken }) === undefined) ?? null;
