// What a licence allows an organisation: active projects, and active plans in them.

export const LICENCES = ['test', 'pocket', 'combo', 'multi'] as const;
export type Licence = (typeof LICENCES)[number];

/** Null: no limit. */
export type Quotas = { projects: number | null; plans: number | null };
export type Use = { projects: number; plans: number };

export const LICENCE_QUOTAS: Readonly<Record<Licence, Quotas>> = {
  test: { projects: 2, plans: 100 },
  pocket: { projects: 2, plans: 100 },
  combo: { projects: 10, plans: 800 },
  multi: { projects: null, plans: null },
};

/** The quotas in force: the organisation's own, or else those the operator has set for the licence. */
export function quotasOf(
  licence: Licence,
  own: Quotas,
  measures: Readonly<Record<Licence, Quotas>> = LICENCE_QUOTAS,
): Quotas {
  const measure = measures[licence];
  return { projects: own.projects ?? measure.projects, plans: own.plans ?? measure.plans };
}

/**
 * Why an activation exceeds the quotas; undefined if it does not. `use` counts what is active afterwards, `added` how
 * much of it is new: an organisation above its quota, e.g. after a change of licence, keeps what it has but adds
 * nothing.
 */
export function overQuota(quotas: Quotas, use: Use, added: Use): 'project_limit' | 'plan_limit' | undefined {
  if (added.projects > 0 && quotas.projects !== null && use.projects > quotas.projects) return 'project_limit';
  if (added.plans > 0 && quotas.plans !== null && use.plans > quotas.plans) return 'plan_limit';
  return undefined;
}
