// What each role may do in a project: the table that everything asks.
import { RightsTable } from '../people/team/rights-table.tsx';
import '../people/team/team.css';

export function RolesTab() {
  return <RightsTable own={undefined} />;
}
