// Actions run by opening a link from an email: confirm an email address, keep a second step
// that was about to be removed, accept codes again after too many wrong ones.
import { confirmByLink, verifyEmail } from '@plumbline/core/features/account/entry-contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../api/client.ts';
import { Refusal } from '../../api/failure.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { AuthLayout } from '../../shared/session/auth-layout.tsx';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Row } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';

export type LinkKind = 'verifyEmail' | 'keepSecondStep' | 'codes';

const WORDS = {
  verifyEmail: {
    doing: 'registerForm_emailVerifying',
    done: 'registerForm_emailVerified',
    wrong: 'registerForm_emailVerifyingWrong',
  },
  keepSecondStep: { doing: 'account.keeping', done: 'account.kept', wrong: 'error.link_used' },
  codes: { doing: 'account.unlocking', done: 'account.unlocked', wrong: 'error.link_used' },
} as const;

const follow = (kind: LinkKind, token: string) =>
  kind === 'verifyEmail'
    ? call(verifyEmail, { body: { token } })
    : call(confirmByLink, { body: { purpose: kind === 'codes' ? 'codes' : 'keep', token } });

export function MailedLink({ kind, token }: { kind: LinkKind; token: string }) {
  const t = useT();
  const open = useMutation({ mutationFn: () => follow(kind, token) });
  const { mutate } = open;
  // The link works once, so an effect that runs twice must not use it twice.
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    mutate();
  }, [mutate]);
  const words = WORDS[kind];
  const wrong = open.error instanceof Refusal && open.error.status === 400;
  return (
    <AuthLayout title={t(`account.link.${kind}`)}>
      {open.isSuccess ? (
        <Notice kind="success">{t(words.done)}</Notice>
      ) : open.isError ? (
        <Notice kind="error">{wrong ? t(words.wrong) : failureText(t, open.error)}</Notice>
      ) : (
        <Row as="p" gap={3} role="status">
          <Spinner />
          {t(words.doing)}
        </Row>
      )}
      {open.isError && !wrong && (
        <Button wide onPress={() => mutate()}>
          {t('account.tryAgain')}
        </Button>
      )}
      {!open.isPending && (
        <LinkButton kind="brand" size="l" wide href="/home">
          {t('account.toSignIn')}
        </LinkButton>
      )}
    </AuthLayout>
  );
}
