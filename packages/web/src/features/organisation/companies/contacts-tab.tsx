// Filled in next.
export function ContactsTab() {
  return null;
}
