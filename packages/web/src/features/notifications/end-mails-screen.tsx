// Unsubscribe page linked at the end of each email. Opening it changes
// nothing, because programs follow links too; a click unsubscribes.
import { endMails } from '@plumbline/core/features/notifications/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { AuthLayout } from '../../shared/session/auth-layout.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import './notifications.css';

export function EndMailsScreen({ token }: { token: string }) {
  const t = useT();
  const end = useMutation({ mutationFn: () => call(endMails, { body: { token } }) });
  return (
    <AuthLayout title={t('notification.end.title')} text={end.isSuccess ? undefined : t('notification.end.text')}>
      <Stack fluid gap={4}>
        {end.isError && <Notice kind="error">{failureText(t, end.error)}</Notice>}
        {end.isSuccess ? (
          <Notice kind="success">{t('notification.end.done')}</Notice>
        ) : (
          <Button kind="next" isPending={end.isPending} onPress={() => end.mutate()}>
            {t('notification.end.do')}
          </Button>
        )}
      </Stack>
    </AuthLayout>
  );
}
