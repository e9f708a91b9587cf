// Active sessions and registered devices: at most two, so a third replaces one of them.
import {
  endOtherSessions,
  endOwnSession,
  makeSupportToken,
  registerDevice,
  renameDevice,
  unregisterDevice,
} from '@plumbline/core/features/account/devices-contract';
import type { SessionEntry } from '@plumbline/core/features/auth/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { call } from '../../../api/client.ts';
import { deviceFingerprint } from '../../../api/device-key.ts';
import { ownKind } from '../../../api/device-kind.ts';
import { Refusal } from '../../../api/failure.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { NameDialog } from '../../../shared/dialogs/name-dialog.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { useCopyText } from '../../../ui/actions/copy-text.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { CopyIcon } from '../../../ui/icons.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { Section } from '../../../ui/layout/settings-section.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { DEVICES, SESSIONS, useDevices, useSessions } from '../queries.ts';
import { PresentPassword } from '../settings/credentials-sections.tsx';
import { deviceName } from './device-name.ts';

/** Storage key for the id under which this browser is registered, so that the list can mark this device. */
const OWN = 'plumbline.registeredDevice';

/** Sessions shown before the list is expanded; most users have fewer. */
const COLLAPSED_COUNT = 6;

export function DevicesSection() {
  const t = useT();
  const cache = useQueryClient();
  const list = useDevices();
  const [freeing, setFreeing] = useState<{ id: string; name: string }>();
  const [renaming, setRenaming] = useState<{ id: string; name: string }>();
  const again = () => void cache.invalidateQueries({ queryKey: DEVICES });
  const [own, setOwn] = useState(() => localStorage.getItem(OWN));
  const take = useMutation({
    mutationFn: () => {
      const name = deviceName(navigator.userAgent);
      const kind = ownKind();
      return call(registerDevice, { body: { fingerprint: deviceFingerprint(), name, kind } });
    },
    onSuccess: ({ id }) => {
      localStorage.setItem(OWN, id);
      setOwn(id);
    },
    onSettled: again,
  });
  const free = useMutation({
    mutationFn: (id: string) => call(unregisterDevice, { params: { deviceId: id } }),
    onSuccess: (_none, id) => {
      if (id === own) localStorage.removeItem(OWN);
      showToast({ kind: 'success', text: t('account.deviceFreed') });
    },
    onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
    onSettled: () => {
      again();
      setFreeing(undefined);
    },
  });
  const devices = list.data?.devices ?? [];
  const limit = list.data?.deviceLimit ?? 0;
  const registered = devices.some((device) => device.id === own);
  const full = !registered && devices.length >= limit && list.isSuccess;
  const refused = take.error instanceof Refusal && take.error.code === 'device_limit';
  return (
    <Section id="devices" title={t('account.devices')} text={t('account.devicesText', { limit: limit || 2 })}>
      {list.isPending && <Skeleton lines={2} />}
      {list.isError && <Notice kind="error">{failureText(t, list.error)}</Notice>}
      {(refused || full) && <Notice kind="info">{t('account.devicesFull', { limit })}</Notice>}
      {devices.length > 0 && (
        <ul className="account-rows" data-line="between">
          {devices.map((device) => (
            <Row key={device.id} as="li" gap="2 3" wrap pad="2 0" least={56}>
              <span className="account-row-words">
                <Text as="strong" weight="strong" breaks>
                  {device.name}
                </Text>
                <Text size="s" ink={2}>
                  {t(`account.device.${device.kind}`)} ·{' '}
                  {t('account.lastSeen', { when: t.relative(new Date(device.lastSeenAt), new Date()) })}
                </Text>
              </span>
              {device.id === own && <Tag>{t('account.thisDevice')}</Tag>}
              <Button size="s" onPress={() => setRenaming(device)}>
                {t('account.renameDevice')}
              </Button>
              <Button size="s" onPress={() => setFreeing(device)}>
                {t('account.free')}
              </Button>
            </Row>
          ))}
        </ul>
      )}
      {list.isSuccess && !registered && (
        <div>
          <Button isDisabled={full} isPending={take.isPending} onPress={() => take.mutate()}>
            {t('account.registerDevice')}
          </Button>
        </div>
      )}
      {take.isError && !refused && <Notice kind="error">{failureText(t, take.error)}</Notice>}
      {renaming && (
        <NameDialog
          title={t('account.renameDevice')}
          label={t('account.passkeyName')}
          confirm={t('account.save')}
          name={renaming.name}
          maxLength={100}
          onSave={async (name) => {
            await call(renameDevice, { params: { deviceId: renaming.id }, body: { name } });
            again();
          }}
          onClose={() => setRenaming(undefined)}
        />
      )}
      <ConfirmDialog
        title={t('account.freeTitle', { name: freeing?.name ?? '' })}
        confirm={t('account.free')}
        danger
        isOpen={freeing !== undefined}
        isBusy={free.isPending}
        onCancel={() => setFreeing(undefined)}
        onConfirm={() => freeing && free.mutate(freeing.id)}
      >
        {t('account.freeText')}
      </ConfirmDialog>
    </Section>
  );
}

function SessionRow({ session, onEnd, busy }: { session: SessionEntry; onEnd: () => void; busy: boolean }) {
  const t = useT();
  const name = session.kind === 'support' ? t('account.bySupport') : deviceName(session.userAgent);
  return (
    <Row as="li" gap="2 3" wrap pad="2 0" least={56}>
      <span className="account-row-words">
        <Text as="strong" weight="strong" breaks>
          {name || t('account.unknownDevice')}
        </Text>
        <Text size="s" ink={2}>
          {session.kind === 'support'
            ? t('account.until', { when: t.dateTime(new Date(session.expiresAt)) })
            : t('account.lastSeen', { when: t.relative(new Date(session.lastUsedAt), new Date()) })}
        </Text>
      </span>
      {session.current ? (
        <Tag>{t('account.thisSession')}</Tag>
      ) : (
        <Button size="s" isDisabled={busy} onPress={onEnd}>
          {t('account.endSession')}
        </Button>
      )}
    </Row>
  );
}

export function SessionsSection() {
  const t = useT();
  const cache = useQueryClient();
  const list = useSessions();
  const [helping, help] = useState(false);
  const again = () => void cache.invalidateQueries({ queryKey: SESSIONS });
  const showFailure = (error: unknown) => showToast({ kind: 'error', text: failureText(t, error) });
  const end = useMutation({
    mutationFn: (sessionId: string) => call(endOwnSession, { params: { sessionId } }),
    onError: showFailure,
    onSettled: again,
  });
  const endAll = useMutation({ mutationFn: () => call(endOtherSessions, {}), onError: showFailure, onSettled: again });
  const [all, showAll] = useState(false);
  const sessions = list.data?.sessions ?? [];
  const shown = all ? sessions : sessions.slice(0, COLLAPSED_COUNT);
  return (
    <Section id="sessions" title={t('account.sessions')} text={t('account.sessionsText')}>
      {list.isPending && <Skeleton lines={3} />}
      {list.isError && <Notice kind="error">{failureText(t, list.error)}</Notice>}
      <ul className="account-rows" data-line="between">
        {shown.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            busy={end.isPending || endAll.isPending}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      <Row gap="control" wrap>
        {shown.length < sessions.length && (
          <Button onPress={() => showAll(true)}>{t('account.allSessions', { count: sessions.length })}</Button>
        )}
        {sessions.length > 1 && (
          <Button isPending={endAll.isPending} onPress={() => endAll.mutate()}>
            {t('account.endOthers')}
          </Button>
        )}
        <Button onPress={() => help(true)}>{t('account.makeToken')}</Button>
      </Row>
      {helping && <SupportAccessDialog onClose={() => help(false)} onMade={again} />}
    </Section>
  );
}

function SupportAccessDialog({ onClose, onMade }: { onClose: () => void; onMade: () => void }) {
  const t = useT();
  const [password, setPassword] = useState('');
  const copyText = useCopyText();
  const make = useMutation({ mutationFn: () => call(makeSupportToken, { body: { password } }), onSuccess: onMade });
  const wrong = make.error instanceof Refusal && make.error.code === 'wrong_password';
  return (
    <Dialog title={t('account.makeToken')} detail={t('account.makeTokenText')} size="small" isOpen onClose={onClose}>
      {make.data ? (
        <div className="account-form">
          <p className="account-secret">{make.data.token}</p>
          <p>{t('account.until', { when: t.dateTime(new Date(make.data.expiresAt)) })}</p>
          <Button icon={CopyIcon} wide onPress={() => void copyText(make.data.token)}>
            {t('account.copyToken')}
          </Button>
        </div>
      ) : (
        <Form
          className="account-form"
          validationBehavior="aria"
          onSubmit={(event) => {
            event.preventDefault();
            if (password !== '' && !make.isPending) make.mutate();
          }}
        >
          <PresentPassword
            value={password}
            onChange={setPassword}
            problem={wrong ? t('error.wrong_password') : undefined}
          />
          {make.isError && !wrong && <Notice kind="error">{failureText(t, make.error)}</Notice>}
          <Button type="submit" kind="next" wide isPending={make.isPending} isDisabled={password === ''}>
            {t('account.makeToken')}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}
