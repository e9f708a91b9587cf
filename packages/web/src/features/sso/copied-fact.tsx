// A value to enter elsewhere: shown in full, with a copy button.

import { useCopyText } from '../../ui/actions/copy-text.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { CopyIcon } from '../../ui/icons.tsx';
import { Row } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';

export function CopiedFact({ label, value }: { label: string; value: string }) {
  const t = useT();
  const copyText = useCopyText();
  return (
    <Row justify="between" shrink className="sign-on-fact">
      <div>
        <dt>{label}</dt>
        <dd>
          <code>{value}</code>
        </dd>
      </div>
      <IconButton icon={CopyIcon} label={t('signOn.copy', { what: label })} onPress={() => void copyText(value)} />
    </Row>
  );
}
