// Renames a registered device: two phones of one model propose the same name.
import { renameDevice } from '@plumbline/core/features/account/devices-contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

type RenameDeviceProps = { device: { id: string; name: string }; onDone: () => void; onClose: () => void };

export function RenameDevice({ device, onDone, onClose }: RenameDeviceProps) {
  const t = useT();
  const [name, setName] = useState(device.name);
  const rename = useMutation({
    mutationFn: () => call(renameDevice, { params: { deviceId: device.id }, body: { name: name.trim() } }),
    onSuccess: onDone,
  });
  const empty = name.trim() === '';
  const save = () => {
    if (!empty && !rename.isPending) rename.mutate();
  };
  return (
    <FormDialog
      title={t('account.renameDevice')}
      size="small"
      isOpen
      isBusy={rename.isPending}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={rename.isPending} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" isPending={rename.isPending} isDisabled={empty} onPress={save}>
            {t('account.save')}
          </Button>
        </>
      }
    >
      <Stack
        as="form"
        gap={3}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextField label={t('account.passkeyName')} maxLength={100} value={name} onChange={setName} autoFocus />
        {rename.isError && <Notice kind="error">{failureText(t, rename.error)}</Notice>}
      </Stack>
    </FormDialog>
  );
}
