// Filled in next.
export function CompaniesTab() {
  return null;
}
