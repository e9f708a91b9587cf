// What each role may do in a project: the table that everything asks.
import { RightsTable } from '../team/rights-table.tsx';
import '../team/team.css';

export function RolesTab() {
  return <RightsTable own={undefined} />;
}
