// Sets one or several companies or contacts of the organisation active or inactive.
import { changeCompanies, changeContacts } from '@plumbline/core/features/organisations/companies-contract';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { ChosenBar } from '../../../shared/batch/selection-bar.tsx';
import { shownResult, useBatch } from '../../../shared/batch/use-batch.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import type { MenuEntry } from '../../../ui/actions/menu.tsx';
import { ArchiveIcon, RestoreIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useInvalidatePeople } from '../../people/users/use-users.ts';

type Row = { id: string; active: boolean };
type Of = 'companies' | 'contacts';

const NONE: ReadonlySet<string> = new Set();
const ENDPOINTS = { companies: changeCompanies, contacts: changeContacts } as const;

/** The selection in the list, the actions for one row, and the bar for all selected rows. */
export function useActive<One extends Row>(of: Of, rows: readonly One[], nameOf: (row: One) => string) {
  const t = useT();
  const reread = useInvalidatePeople();
  const [chosen, choose] = useState(NONE);
  const clear = () => choose(NONE);
  const batch = useBatch(clear);
  const picked = rows.filter((row) => chosen.has(row.id));
  const set = (some: readonly One[], active: boolean) => {
    const names = new Map(some.map((row) => [row.id, nameOf(row)]));
    batch.begin({
      run: async () => {
        const body = { ids: some.map((row) => row.id), active };
        const reply = await call(ENDPOINTS[of], { body }).finally(reread);
        return shownResult(t, reply, (id) => names.get(id) ?? '');
      },
      doneText: (count) => t(`organisation.${of}Changed`, { count }),
    });
  };
  const entry = (row: One): MenuEntry =>
    row.active
      ? { id: 'off', label: t('people.setInactive'), icon: ArchiveIcon, onAction: () => set([row], false) }
      : { id: 'on', label: t('people.setActive'), icon: RestoreIcon, onAction: () => set([row], true) };
  // The list shows either active or inactive entries, never both.
  const active = picked[0]?.active ?? true;
  const bar = (
    <>
      <ChosenBar count={picked.length} onClear={clear}>
        <Button
          kind="quiet"
          icon={active ? ArchiveIcon : RestoreIcon}
          isPending={batch.busy}
          onPress={() => set(picked, !active)}
        >
          {active ? t('people.setInactive') : t('people.setActive')}
        </Button>
      </ChosenBar>
      {batch.dialogs}
    </>
  );
  return { entry, bar, clear, selection: { ids: chosen, onChange: choose } };
}
