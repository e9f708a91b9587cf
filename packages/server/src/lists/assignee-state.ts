// Whether an assignee is active, inactive or removed, as SQL: the rules of core over one row.
import { ASSIGNABLE_STATES } from '@plumbline/core/site/assignable';

const ASSIGNABLE = ASSIGNABLE_STATES.map((state) => `'${state}'`).join(', ');

export const memberAssigneeState = (member: string): string => `CASE WHEN ${member}.state = 'removed' THEN 'Removed'
  WHEN ${member}.role <> 'none' AND ${member}.state IN (${ASSIGNABLE}) THEN 'Active' ELSE 'Inactive' END`;

export const contactAssigneeState = (contact: string): string => `CASE ${contact}.state WHEN 'removed' THEN 'Removed'
  WHEN 'active' THEN 'Active' ELSE 'Inactive' END`;

export const teamAssigneeState = (team: string): string => `CASE WHEN ${team}.active THEN 'Active' ELSE 'Removed' END`;
