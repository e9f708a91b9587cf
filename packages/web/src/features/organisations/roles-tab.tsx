// What each role may do in a project, from the table that every permission check uses.
import { RightsTable } from '../people/team/rights-table.tsx';
import '../people/team/team.css';

export function RolesTab() {
  return <RightsTable own={undefined} />;
}
