// Who signs the report: lines at its end. Its author can sign one of them on the screen.
import { type DrawnSignature, MAX_SIGNATURES, type ReportSigner } from '@plumbline/core/features/reports/signing';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { AddIcon, CloseIcon, EditIcon } from '../../../ui/icons.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { SignaturePad } from './signature-pad.tsx';
import '../reports.css';

/** The signature drawn on the screen; undefined where reports are only planned. */
export type Signing = { signed: DrawnSignature | null; onSigned: (signed: DrawnSignature | null) => void };

type SignersProps = {
  value: readonly ReportSigner[];
  onChange: (signers: ReportSigner[]) => void;
  signing?: Signing | undefined;
};

export function Signers({ value, onChange, signing }: SignersProps) {
  const t = useT();
  const [drawing, setDrawing] = useState<number>();
  const set = (at: number, change: Partial<ReportSigner>) =>
    onChange(value.map((signer, place) => (place === at ? { ...signer, ...change } : signer)));
  const remove = (at: number) => {
    onChange(value.filter((_, place) => place !== at));
    // The signatures after it move up.
    signing?.onSigned(null);
    setDrawing(undefined);
  };
  return (
    <Stack as="fieldset" fluid shrink>
      <legend className="ui-label">{t('report.signatures')}</legend>
      <p className="ui-help">{t('report.signatures.hint')}</p>
      {value.map((signer, at) => {
        const isSigned = signing?.signed?.signer === at;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: signers have no identity, and a change of one keeps its place
          <Stack key={at} fluid gap={2}>
            <Grid columns="rest rest auto" className="signer">
              <TextField
                label={t('people.role')}
                hideLabel
                placeholder={t('people.role')}
                value={signer.role}
                maxLength={80}
                autoFocus={signer.role === ''}
                onChange={(role) => set(at, { role })}
              />
              <TextField
                label={t('people.name')}
                hideLabel
                placeholder={t('people.name')}
                value={signer.name}
                maxLength={120}
                onChange={(name) => set(at, { name })}
              />
              <IconButton icon={CloseIcon} label={t('report.removeAttendee')} onPress={() => remove(at)} />
            </Grid>
            {signing && drawing !== at && (
              <Row gap={2}>
                <Button kind="quiet" size="s" icon={EditIcon} onPress={() => setDrawing(at)}>
                  {t(isSigned ? 'report.signatures.signed' : 'report.signatures.sign')}
                </Button>
              </Row>
            )}
            {signing && drawing === at && (
              <SignaturePad
                value={isSigned && signing.signed ? signing.signed.strokes : []}
                onChange={(strokes) => signing.onSigned(strokes.length === 0 ? null : { signer: at, strokes })}
              />
            )}
          </Stack>
        );
      })}
      {value.length < MAX_SIGNATURES && (
        <div>
          <Button kind="quiet" icon={AddIcon} onPress={() => onChange([...value, { role: '', name: '' }])}>
            {t('report.signatures.add')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
