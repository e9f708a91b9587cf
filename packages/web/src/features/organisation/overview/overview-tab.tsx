// Filled in next.
export function OverviewTab() {
  return null;
}
