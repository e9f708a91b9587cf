// A group through which a plan is looked at: its pins alone are shown.
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import type { PlanPlace } from '../../shared/navigation/addresses.ts';

/** With the address of the group, and where a place of a plan stands in it. */
export type PlanGroup = { row: GroupRow; href: string; addressOf: (place: PlanPlace) => string };
