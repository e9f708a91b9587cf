// A value to enter elsewhere: shown in full, with a copy button.

import { useCopyText } from '../../ui/actions/copy-text.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { CopyIcon } from '../../ui/icons.tsx';
import { Box, Row } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';

export function CopiedFact({ label, value }: { label: string; value: string }) {
  const t = useT();
  const copyText = useCopyText();
  return (
    <Row justify="between" shrink className="sign-on-fact">
      <Box shrink>
        <dt>{label}</dt>
        <dd>
          <code>{value}</code>
        </dd>
      </Box>
      <IconButton icon={CopyIcon} label={t('signOn.copy', { what: label })} onPress={() => void copyText(value)} />
    </Row>
  );
}
