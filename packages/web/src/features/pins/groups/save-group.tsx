// Saves the filter of a list as a smart group, which is evaluated whenever it is opened.
import { normaliseFilter } from '@plumbline/core/features/groups/rules';
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { NameDialog } from '../../../shared/dialogs/name-dialog.tsx';
import { groupAddress } from '../../../shared/navigation/addresses.ts';
import { onlyPlan } from '../../../shared/site/pins/pin-filter-url.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { ToolButton } from '../../../ui/fields/filter-button.tsx';
import { NewGroupIcon } from '../../../ui/icons.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { FilterSummary } from '../filter-summary.tsx';

type SaveGroupProps = {
  projectId: string;
  filter: PinFilter;
  /** The plan whose pins the list shows. */
  planId: string | undefined;
};

export function SaveGroup({ projectId, filter, planId }: SaveGroupProps) {
  const t = useT();
  const act = useAct(projectId);
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const phone = useMedia(PHONE);
  const whole = normaliseFilter(onlyPlan(filter, planId));
  const save = async (title: string) => {
    const id = crypto.randomUUID();
    const done = await act('group.create', { id, title, filter: whole });
    if (done) {
      showToast({ kind: 'success', text: t('group.saved', { title }) });
      void navigate({ href: groupAddress({ projectId, groupId: id, viewType: 'list' }) });
    }
    return done;
  };
  return (
    <>
      <ToolButton
        icon={NewGroupIcon}
        size={phone ? 'm' : 's'}
        label={t('group.saveFilter')}
        onPress={() => setAsking(true)}
      />
      {asking && (
        <NameDialog
          title={t('group.saveFilter')}
          detail={t('group.saveDetail')}
          label={t('group.title')}
          confirm={t('group.save')}
          needed={t('group.needTitle')}
          onSave={save}
          onClose={() => setAsking(false)}
        >
          <FilterSummary projectId={projectId} filter={whole} />
          {whole.search && (
            <Text as="p" size="s" ink={3} breaks>
              {t('group.searchWords', { words: whole.search })}
            </Text>
          )}
        </NameDialog>
      )}
    </>
  );
}
