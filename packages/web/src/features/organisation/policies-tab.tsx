// Filled in next.
export function PoliciesTab() {
  return null;
}
