// The networks from which people can use the organisation.
import { isNetwork, MAX_NETWORKS } from '@plumbline/core/features/account/sign-in-policy-contract';
import { useState } from 'react';
import { useUnsavedScreen } from '../../shared/navigation/unsaved.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { Section } from '../../ui/layout/settings-section.tsx';
import { useT } from '../../ui/translation.tsx';

type NetworksSectionProps = {
  networks: readonly string[];
  isBusy: boolean;
  onSave: (networks: string[]) => void;
};

export function NetworksSection({ networks, isBusy, onSave }: NetworksSectionProps) {
  const t = useT();
  const saved = networks.join('\n');
  // Starts again from what is stored once that changes.
  const [draft, setDraft] = useState({ saved, text: saved });
  const text = draft.saved === saved ? draft.text : saved;
  const entered = [...new Set(text.split(/[\s,;]+/u).filter(Boolean))];
  const wrong = entered.find((one) => !isNetwork(one));
  const dirty = entered.join('\n') !== saved;
  const question = useUnsavedScreen(dirty);
  return (
    <Section id="policy-networks" title={t('organisation.networks')} text={t('organisation.networksText')}>
      <Stack gap={4}>
        <TextArea
          label={t('organisation.networksLabel')}
          help={t('organisation.networksHelp')}
          problem={wrong === undefined ? undefined : t('organisation.networksProblem', { text: wrong })}
          value={text}
          onChange={(next) => setDraft({ saved, text: next })}
        />
        {dirty && <Notice>{t('organisation.policyNew')}</Notice>}
        <div>
          <Button
            kind="next"
            isPending={isBusy}
            isDisabled={!dirty || wrong !== undefined || entered.length > MAX_NETWORKS}
            onPress={() => onSave(entered)}
          >
            {t('people.save')}
          </Button>
        </div>
      </Stack>
      {question}
    </Section>
  );
}
