// Name, phone number and picture.
import { type Account, phone as phoneSchema } from '@plumbline/core/features/account/contract';
import {
  PICTURE_BYTES,
  RECOMMENDED_PICTURE_BYTES,
  removePicture,
} from '@plumbline/core/features/account/picture-contract';
import { same } from '@plumbline/core/kernel/same';
import { versionedPath } from '@plumbline/core/kernel/services';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { authorised, call } from '../../../api/client.ts';
import { Refusal } from '../../../api/failure.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { useUnsavedScreen } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { DeleteIcon, UploadIcon } from '../../../ui/icons.tsx';
import { Grid, Row } from '../../../ui/layout/primitives.tsx';
import { Section } from '../../../ui/layout/settings-section.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useChangeAccount, useKeepAccount } from '../queries.ts';

export function MainData({ account }: { account: Account }) {
  const t = useT();
  const saved = { firstName: account.firstName, lastName: account.lastName, phone: account.phone };
  const [known, setKnown] = useState(saved);
  const [draft, setDraft] = useState(saved);
  // Values saved here or on another device replace the draft in place, so that focus is kept.
  if (!same(known, saved)) {
    setKnown(saved);
    setDraft(saved);
  }
  const [tried, setTried] = useState(false);
  const save = useChangeAccount();
  const changed = (Object.keys(saved) as (keyof typeof saved)[]).some((field) => draft[field].trim() !== saved[field]);
  const question = useUnsavedScreen(changed);
  const wrong = {
    firstName: draft.firstName.trim() === '',
    lastName: draft.lastName.trim() === '',
    phone: draft.phone.trim() !== '' && !phoneSchema.safeParse(draft.phone).success,
  };
  const field = (name: 'firstName' | 'lastName', autoComplete: string) => (
    <TextField
      label={t(`account.${name}`)}
      autoComplete={autoComplete}
      maxLength={100}
      isReadOnly={save.isPending}
      value={draft[name]}
      onChange={(value) => setDraft({ ...draft, [name]: value })}
      problem={tried && wrong[name] ? t('outcome.REQUIRED') : undefined}
    />
  );
  return (
    <Section id="main" title={t('account.main')} text={t('account.mainText')}>
      <Form
        className="account-form"
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (Object.values(wrong).some(Boolean) || save.isPending || !changed) return;
          save.mutate(
            { firstName: draft.firstName.trim(), lastName: draft.lastName.trim(), phone: draft.phone.trim() },
            { onSuccess: () => showToast({ kind: 'success', text: t('account.saved') }) },
          );
        }}
      >
        <Grid columns="fit" min={180} gap={4} align="start">
          {field('firstName', 'given-name')}
          {field('lastName', 'family-name')}
        </Grid>
        <TextField
          label={t('account.phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          optional
          isReadOnly={save.isPending}
          value={draft.phone}
          onChange={(phone) => setDraft({ ...draft, phone })}
          problem={tried && wrong.phone ? t('account.phoneRule') : undefined}
          help={t('account.phoneUse')}
        />
        {save.isError && <Notice kind="error">{failureText(t, save.error)}</Notice>}
        <Row gap="control" wrap>
          <Button type="submit" kind="brand" isDisabled={!changed} isPending={save.isPending}>
            {t('account.save')}
          </Button>
        </Row>
      </Form>
      {question}
    </Section>
  );
}

const TYPES = ['image/png', 'image/jpeg', 'image/svg+xml', 'image/gif', 'image/bmp'];

async function send(file: File): Promise<Account> {
  const response = await authorised(versionedPath('/api/me/picture'), {
    method: 'PUT',
    headers: { 'content-type': file.type },
    body: file,
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw new Refusal(response.status, body);
  return body as Account;
}

export function Picture({ account }: { account: Account }) {
  const t = useT();
  const keep = useKeepAccount();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const put = useMutation({ mutationFn: send, onSuccess: keep });
  const remove = useMutation({ mutationFn: () => call(removePicture, {}), onSuccess: keep });
  const choose = (file: File | undefined) => {
    if (!file) return;
    setProblem(undefined);
    put.reset();
    if (!TYPES.includes(file.type)) return setProblem(t('account.pictureType'));
    if (file.size > PICTURE_BYTES) return setProblem(t('account.pictureTooLarge', { limit: t.bytes(PICTURE_BYTES) }));
    put.mutate(file, {
      onSuccess: () =>
        showToast({
          kind: 'success',
          text: t(file.size > RECOMMENDED_PICTURE_BYTES ? 'account.pictureSavedLarge' : 'account.pictureSaved'),
        }),
    });
  };
  const failed =
    put.error instanceof Refusal && put.error.code === 'unsupported_type' ? t('account.pictureType') : undefined;
  const reported = problem ?? failed ?? (put.isError ? failureText(t, put.error) : undefined);
  return (
    <Section id="picture" title={t('account.picture')} text={t('account.pictureText')}>
      <Row gap={6} wrap>
        <Avatar
          name={`${account.firstName} ${account.lastName}`}
          src={account.picture ?? undefined}
          size={88}
          decorative
        />
        <Row gap="control" wrap>
          <Button icon={UploadIcon} isPending={put.isPending} onPress={() => input.current?.click()}>
            {t(account.picture ? 'account.pictureReplace' : 'account.pictureChoose')}
          </Button>
          {account.picture && (
            <Button kind="quiet" icon={DeleteIcon} isPending={remove.isPending} onPress={() => remove.mutate()}>
              {t('account.pictureRemove')}
            </Button>
          )}
        </Row>
        <input
          ref={input}
          type="file"
          hidden
          accept={TYPES.join(',')}
          aria-label={t('account.pictureChoose')}
          onChange={({ target }) => {
            choose(target.files?.[0]);
            target.value = '';
          }}
        />
      </Row>
      {reported !== undefined && <Notice kind="error">{reported}</Notice>}
    </Section>
  );
}
