// Before erasing a person, asks for that person's email address; when erasing oneself, also for the password.
import { erasePerson, eraseSelf } from '@plumbline/core/features/personal-data/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { failureText, fieldProblem } from '../../shared/data/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';

export type Erased = { userId: string; name: string; email: string; own: boolean };

export function EraseDialog({
  person,
  onClose,
  onErased,
}: {
  person: Erased;
  onClose: () => void;
  onErased: () => void;
}) {
  const t = useT();
  const { userId, name, email, own } = person;
  const [confirm, setConfirm] = useState('');
  const [password, setPassword] = useState('');
  const erase = useMutation({
    mutationFn: () =>
      own
        ? call(eraseSelf, { body: { password, confirm } })
        : call(erasePerson, { params: { userId }, body: { confirm } }),
    onSuccess: onErased,
  });
  const matches = confirm.trim().toLowerCase() === email.toLowerCase();
  const pseudonym = `Person ${userId.slice(-4).toUpperCase()}`;
  const known = fieldProblem(t, erase.error, 'confirm') ?? fieldProblem(t, erase.error, 'password');
  return (
    <Dialog
      title={own ? t('personalData.eraseTitle') : t('personalData.eraseTitleOf', { name })}
      size="small"
      role="alertdialog"
      isOpen
      isBusy={erase.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={erase.isPending} autoFocus>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="danger"
            isPending={erase.isPending}
            isDisabled={!matches || (own && password === '')}
            onPress={() => erase.mutate()}
          >
            {t(own ? 'personalData.erase' : 'personalData.eraseOf')}
          </Button>
        </>
      }
    >
      <Stack gap={3} fluid>
        <p>{own ? t('personalData.eraseText', { pseudonym }) : t('personalData.eraseTextOf', { name })}</p>
        <TextField
          label={t('personalData.confirm', { email })}
          type="email"
          autoComplete="off"
          maxLength={254}
          value={confirm}
          problem={fieldProblem(t, erase.error, 'confirm') && t('personalData.confirmWrong')}
          onChange={(text) => {
            setConfirm(text);
            erase.reset();
          }}
        />
        {own && (
          <PasswordField
            label={t('auth.password')}
            autoComplete="current-password"
            value={password}
            problem={erase.error && fieldProblem(t, erase.error, 'password') ? failureText(t, erase.error) : undefined}
            onChange={(text) => {
              setPassword(text);
              erase.reset();
            }}
          />
        )}
        {erase.error && known === undefined && <Notice kind="error">{failureText(t, erase.error)}</Notice>}
      </Stack>
    </Dialog>
  );
}
