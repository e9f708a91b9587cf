// People a project already knows, as suggestions: its members and contacts, with their companies.

import { memberName } from '@plumbline/core/features/people/listed';
import { inOneLine } from '@plumbline/locales/one-line';
import { useMemo } from 'react';
import { useRows } from '../../../local/use-rows.ts';
import { useT } from '../../../ui/translation.tsx';

export type SuggestedPerson = { id: string; name: string; detail: string; phone: string };

/** People by name, contacts with their phone numbers; companies by name. Removed people are not included. */
export function usePeopleSuggestions(projectId: string): {
  people: readonly SuggestedPerson[];
  companies: readonly string[];
} {
  const { locale } = useT();
  const members = useRows('member', projectId);
  const contacts = useRows('contact', projectId);
  return useMemo(() => {
    const order = new Intl.Collator(locale, { numeric: true });
    const named = (contacts ?? []).filter((contact) => contact.state === 'active');
    const inside = (members ?? []).filter((member) => member.state !== 'removed' && member.state !== 'deactivated');
    const people = [
      ...inside.map((one) => ({ id: one.id, name: memberName(one), detail: one.companyName, phone: '' })),
      ...named.map((one) => ({
        id: one.id,
        name: `${one.firstName} ${one.lastName}`.trim() || one.companyName,
        detail: inOneLine([one.companyName, one.phone]),
        phone: one.phone,
      })),
    ].sort((a, b) => order.compare(a.name, b.name));
    const companies = [...new Set([...inside, ...named].map((one) => one.companyName))].filter(Boolean);
    return { people, companies: companies.sort((a, b) => order.compare(a, b)) };
  }, [members, contacts, locale]);
}
