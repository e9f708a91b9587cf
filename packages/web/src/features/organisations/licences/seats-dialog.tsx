// Number of user licences of each kind; an empty field means no limit.
import type { LicenceReply } from '@plumbline/core/features/organisations/organisation-contract';
import { useState } from 'react';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { LimitField } from '../limit-field.tsx';
import { useChangeLicence } from '../use-organisation.ts';
import '../../../ui/data/management-list.css';

export function SeatsDialog({ licence, onClose }: { licence: LicenceReply; onClose: () => void }) {
  const t = useT();
  const change = useChangeLicence();
  const [full, setFull] = useState(licence.seats.full);
  const [mobile, setMobile] = useState(licence.seats.mobile);
  return (
    <FormDialog
      title={t('organisation.changeSeats')}
      detail={t('organisation.changeSeatsText')}
      size="small"
      isOpen
      isBusy={change.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button
            kind="next"
            isPending={change.isPending}
            onPress={() => change.mutate({ fullLicences: full, mobileLicences: mobile }, { onSuccess: onClose })}
          >
            {t('people.save')}
          </Button>
        </>
      }
    >
      <Stack gap={4} justify="start">
        <LimitField
          label={t('organisation.seats.full')}
          minValue={0}
          maxValue={1_000_000}
          value={full}
          onChange={setFull}
        />
        <LimitField
          label={t('organisation.seats.mobile')}
          minValue={0}
          maxValue={1_000_000}
          value={mobile}
          onChange={setMobile}
        />
        {change.error && <Notice kind="error">{failureText(t, change.error)}</Notice>}
      </Stack>
    </FormDialog>
  );
}
