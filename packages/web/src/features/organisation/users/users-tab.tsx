// Filled in next.
export function UsersTab() {
  return null;
}
