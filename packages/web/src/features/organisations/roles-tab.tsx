// What each role may do in a project, from the table that every permission check uses.
import { PermissionsTable } from '../people/team/permissions-table.tsx';
import '../people/team/team.css';

export function RolesTab() {
  return <PermissionsTable own={undefined} />;
}
