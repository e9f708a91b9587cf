// Filled in next.
export function LicencesTab() {
  return null;
}
