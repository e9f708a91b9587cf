// Devices that receive push notifications: turn this one on, test or turn off any of them.
import type { PushDevice } from '@plumbline/core/features/notifications/push-contract';
import { failureText } from '../../shared/data/shown-failure.ts';
import { useUser } from '../../shared/session/session.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { NotificationIcon } from '../../ui/icons.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { useT } from '../../ui/translation.tsx';
import { ownDeviceId } from './push.ts';
import { usePushDevices } from './use-push.ts';

type Devices = ReturnType<typeof usePushDevices>;

export function PushDevices({ publicKey, devices }: { publicKey: string; devices: readonly PushDevice[] }) {
  const t = useT();
  const { userId } = useUser();
  const all = usePushDevices(userId, publicKey);
  return (
    <Stack as="section" aria-labelledby="push-devices">
      <h3 id="push-devices" className="ui-label">
        {t('notification.onDevices')}
      </h3>
      <ThisDevice all={all} />
      {devices.length === 0 && all.here !== 'off' && <p className="ui-help">{t('notification.push.noDevice')}</p>}
      {devices.length > 0 && (
        <ul data-line="between">
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} all={all} own={device.id === ownDeviceId(userId)} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

function ThisDevice({ all: { here, turnOn } }: { all: Devices }) {
  const t = useT();
  if (here === undefined || here === 'on') return null;
  if (here === 'none') return <Notice>{t('notification.push.notHere')}</Notice>;
  if (here === 'homeScreen') return <Notice>{t('notification.push.homeScreen')}</Notice>;
  if (here === 'denied' || turnOn.data === false)
    return <Notice kind="warning">{t('notification.push.denied')}</Notice>;
  return (
    <>
      {turnOn.isError && <Notice kind="error">{failureText(t, turnOn.error)}</Notice>}
      <p className="ui-help">{t('notification.push.text')}</p>
      <div>
        <Button icon={NotificationIcon} isPending={turnOn.isPending} onPress={() => turnOn.mutate()}>
          {t('notification.push.turnOn')}
        </Button>
      </div>
    </>
  );
}

function DeviceRow({ device, all, own }: { device: PushDevice; all: Devices; own: boolean }) {
  const t = useT();
  const { id, name, toldAt, createdAt } = device;
  const now = new Date();
  const busy = (one: Devices['tryOut' | 'turnOff']) => one.isPending && one.variables === id;
  const said = (error: unknown) => showToast({ kind: 'error', text: failureText(t, error) });
  return (
    <Row as="li" gap="2 3" wrap pad="2 0" least={56}>
      <Stack as="span" gap={0} grow breaks className="push-row-words">
        <strong>{name}</strong>
        <Text size="s" ink={2}>
          {toldAt
            ? t('notification.push.told', { when: t.relative(new Date(toldAt), now) })
            : t('notification.push.since', { when: t.relative(new Date(createdAt), now) })}
        </Text>
      </Stack>
      {own && <Tag>{t('notification.push.thisDevice')}</Tag>}
      <Row as="span" align="stretch" wrap>
        <Button
          size="s"
          aria-label={t('notification.push.testOf', { name })}
          isPending={busy(all.tryOut)}
          onPress={() =>
            all.tryOut.mutate(id, {
              onSuccess: (outcome) =>
                showToast({ kind: outcome === 'sent' ? 'success' : 'error', text: t(`notification.push.${outcome}`) }),
              onError: said,
            })
          }
        >
          {t('notification.push.test')}
        </Button>
        <Button
          size="s"
          aria-label={t('notification.push.removeOf', { name })}
          isPending={busy(all.turnOff)}
          onPress={() =>
            all.turnOff.mutate(id, {
              onSuccess: () => showToast({ kind: 'success', text: t('notification.push.off') }),
              onError: said,
            })
          }
        >
          {t('notification.push.remove')}
        </Button>
      </Row>
    </Row>
  );
}
