// Signs in a support user with a token created by the account
// owner. The token is checked with the server before it is stored.
import { me } from '@plumbline/core/features/auth/contract';
import { versionedPath } from '@plumbline/core/kernel/services';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { NetworkFailure, Refusal } from '../../../api/failure.ts';
import { isSupportToken, storeSupportToken } from '../../../api/token.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';

async function show(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(versionedPath(me.path), { headers, credentials: 'omit' }).catch((cause: unknown) => {
    throw new NetworkFailure('token', { cause });
  });
  if (!response.ok) throw new Refusal(response.status, await response.json().catch(() => undefined));
}

export function TokenDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [token, setToken] = useState('');
  const [wrong, setWrong] = useState(false);
  const enter = useMutation({
    mutationFn: () => show(token.trim()),
    onSuccess: () => {
      storeSupportToken(token.trim());
      location.assign('/');
    },
  });
  const refused = enter.error instanceof Refusal && enter.error.status === 401;
  return (
    <Dialog title={t('account.tokenTitle')} detail={t('account.tokenText')} size="small" isOpen onClose={onClose}>
      <Form
        className="sign-in-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          const fits = isSupportToken(token.trim());
          setWrong(!fits);
          if (fits && !enter.isPending) enter.mutate();
        }}
      >
        <TextField
          label={t('account.token')}
          autoComplete="off"
          autoFocus
          value={token}
          onChange={(text) => {
            setToken(text);
            setWrong(false);
            if (enter.isError) enter.reset();
          }}
          problem={wrong || refused ? t('account.tokenWrong') : undefined}
        />
        {enter.isError && !refused && <Notice kind="error">{failureText(t, enter.error)}</Notice>}
        <Button type="submit" kind="next" wide isPending={enter.isPending}>
          {t('auth.signIn')}
        </Button>
      </Form>
    </Dialog>
  );
}
