// The user's passkeys: list, add, remove.
import type { Account } from '@plumbline/core/features/account/contract';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  type Passkey,
  passkeyAttestation,
  removePasskey,
} from '@plumbline/core/features/auth/passkey-contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { Section } from '../../../ui/layout/settings-section.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { hasPasskeys } from '../../auth/sign-in/use-sign-in.ts';
import { deviceName } from '../devices/device-name.ts';
import { useKeepAccount } from '../queries.ts';
import { PresentPassword } from './credentials-sections.tsx';
import { RecoveryCodes, refusedBy, StepForm, WithPassword } from './second-step.tsx';

const PASSKEYS = ['passkeys'] as const;

async function createPasskey(password: string, name: string): Promise<string[]> {
  const options = await call(beginPasskey, { body: { password } });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const created = await navigator.credentials.create({ publicKey });
  const credential = passkeyAttestation.parse((created as PublicKeyCredential).toJSON());
  return (await call(addPasskey, { body: { name, credential } })).recoveryCodes;
}

function AddForm({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  const t = useT();
  const [password, setPassword] = useState('');
  const [name, setName] = useState(() => deviceName(navigator.userAgent));
  const add = useMutation({ mutationFn: () => createPasskey(password, name.trim()), onSuccess: onDone });
  const cancelled = add.error instanceof DOMException;
  return (
    <StepForm
      onSubmit={add.mutate}
      error={cancelled ? undefined : add.error}
      busy={add.isPending}
      next={t('account.passkeyAdd')}
      isDisabled={password === '' || name.trim() === ''}
    >
      <p>{t('account.passkeyAddText')}</p>
      {cancelled && <Notice kind="warning">{t('auth.passkeyUnused')}</Notice>}
      <TextField label={t('account.passkeyName')} maxLength={60} value={name} onChange={setName} />
      <PresentPassword
        value={password}
        onChange={setPassword}
        problem={refusedBy(add.error, 'wrong_password') ? t('error.wrong_password') : undefined}
      />
    </StepForm>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => {
    showToast({ kind: 'success', text: t('account.passkeyAdded') });
    onClose();
  };
  const dialog = { title: t('account.passkeyAdd'), size: 'small', isOpen: true, onClose } as const;
  // The passkey has been added when the codes are shown: there is no input left to lose.
  return codes ? (
    <Dialog {...dialog}>
      <RecoveryCodes codes={codes} onDone={close} />
    </Dialog>
  ) : (
    <FormDialog {...dialog}>
      <AddForm onDone={(given) => (given.length > 0 ? setCodes(given) : close())} />
    </FormDialog>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useT();
  const run = async (password: string) => {
    await call(removePasskey, { params: { passkeyId: passkey.id }, body: { password } });
    onClose();
  };
  return (
    <Dialog title={t('account.passkeyRemove')} detail={passkey.name} size="small" isOpen onClose={onClose}>
      <WithPassword text={t('account.passkeyRemoveText')} next={t('account.passkeyRemove')} run={run} />
    </Dialog>
  );
}

export function PasskeysSection({ account }: { account: Account }) {
  const t = useT();
  const cache = useQueryClient();
  const keep = useKeepAccount();
  const list = useQuery({ queryKey: PASSKEYS, queryFn: () => call(listPasskeys, {}) });
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const again = () => {
    void cache.invalidateQueries({ queryKey: PASSKEYS });
    keep();
    setAdding(false);
    setRemoving(undefined);
  };
  const passkeys = list.data?.passkeys ?? [];
  const mayEnd = passkeys.length > 1 || !account.forceMfa || account.sms || (account.otp && !account.requireSms);
  const used = ({ lastUsedAt, createdAt }: Passkey) =>
    lastUsedAt === null
      ? t('account.passkeyNotUsed', { when: t.relative(new Date(createdAt), new Date()) })
      : t('account.lastSeen', { when: t.relative(new Date(lastUsedAt), new Date()) });
  return (
    <Section id="passkeys" title={t('account.passkeys')} text={t('account.passkeysText')}>
      {list.isPending && <Skeleton lines={2} />}
      {list.isError && <Notice kind="error">{failureText(t, list.error)}</Notice>}
      {passkeys.length > 0 && (
        <ul className="account-rows" data-line="between">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} as="li" gap="2 3" wrap pad="2 0" least={56}>
              <span className="account-row-words">
                <Text as="strong" weight="strong" breaks>
                  {passkey.name}
                </Text>
                <Text size="s" ink={2}>
                  {used(passkey)}
                </Text>
              </span>
              <Button
                size="s"
                aria-label={t('account.passkeyRemoveOf', { name: passkey.name })}
                isDisabled={!mayEnd}
                onPress={() => setRemoving(passkey)}
              >
                {t('account.pictureRemove')}
              </Button>
            </Row>
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <Row>
          <Button isDisabled={!list.isSuccess} onPress={() => setAdding(true)}>
            {t('account.passkeyAdd')}
          </Button>
        </Row>
      ) : (
        <Notice kind="info">{t('account.passkeysUnsupported')}</Notice>
      )}
      {adding && <AddDialog onClose={again} />}
      {removing && <RemoveDialog passkey={removing} onClose={again} />}
    </Section>
  );
}
