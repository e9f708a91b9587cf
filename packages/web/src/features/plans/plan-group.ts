// A group that limits the pins shown on a plan.
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import type { PlanRoute } from '../../shared/navigation/addresses.ts';

/** With the URL of the group, and of positions on a plan within it. */
export type PlanGroup = { row: GroupRow; href: string; addressOf: (place: PlanRoute) => string };
