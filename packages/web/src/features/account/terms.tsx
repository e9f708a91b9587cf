// Terms and privacy policy: links to the operator's documents, or the short texts shipped with the program.
import { instance } from '@plumbline/core/features/auth/instance-contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Checkbox } from '../../ui/choices/checkbox.tsx';
import { Row, Stack } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import '../../ui/layout/settings-section.css';

export const useInstance = () =>
  useQuery({ queryKey: ['instance'], queryFn: () => call(instance, {}), staleTime: 3_600_000 });

type Kind = 'terms' | 'privacy';

export function TermsLink({ kind }: { kind: Kind }) {
  const t = useT();
  const about = useInstance();
  const [open, setOpen] = useState(false);
  const url = kind === 'terms' ? about.data?.termsUrl : about.data?.privacyUrl;
  if (url) {
    return (
      <a className="terms-link" href={url} target="_blank" rel="noreferrer">
        {t(`account.read.${kind}`)}
      </a>
    );
  }
  return (
    <>
      <button type="button" className="terms-link" onClick={() => setOpen(true)}>
        {t(`account.read.${kind}`)}
      </button>
      <Dialog
        title={t(`account.${kind}`)}
        isOpen={open}
        onClose={() => setOpen(false)}
        actions={<Button onPress={() => setOpen(false)}>{t('ui.close')}</Button>}
      >
        <Stack gap={4} className="terms-text">
          {t(`account.${kind}Text`)
            .split('\n\n')
            .map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
        </Stack>
      </Dialog>
    </>
  );
}

type Accepted = Record<Kind, boolean>;
type BoxesProps = {
  accepted: Accepted;
  onChange: (change: Partial<Accepted>) => void;
  /** Which documents must be accepted. Default: both. */
  kinds?: readonly Kind[];
  problem?: string | undefined;
};

export function TermsBoxes({ accepted, onChange, kinds = ['terms', 'privacy'], problem }: BoxesProps) {
  const t = useT();
  return (
    <Stack>
      {kinds.map((kind) => (
        <Row key={kind} gap="0 3" wrap>
          <Checkbox
            isSelected={accepted[kind]}
            isInvalid={problem !== undefined && !accepted[kind]}
            onChange={(value) => onChange({ [kind]: value })}
          >
            {t(`account.accept.${kind}`)}
          </Checkbox>
          <TermsLink kind={kind} />
        </Row>
      ))}
      {problem !== undefined && kinds.some((kind) => !accepted[kind]) && (
        <p className="ui-problem" role="alert">
          {problem}
        </p>
      )}
    </Stack>
  );
}
