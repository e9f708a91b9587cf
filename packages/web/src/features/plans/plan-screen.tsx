// One plan with its pins. Not drawn yet.
import type { PlanPlace } from '../../app/addresses.ts';

export function PlanScreen(_props: PlanPlace) {
  return null;
}
