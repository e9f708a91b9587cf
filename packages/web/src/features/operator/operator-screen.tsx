// The operator's page: the state of the installation, for whoever has the key from the data folder.

import { type OperatorOverview, operatorOverview } from '@plumbline/core/features/operator/contract';
import { inOneLine } from '@plumbline/locales/one-line';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Meter } from '../../ui/charts/meter.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SyncIcon } from '../../ui/icons.tsx';
import { Box, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { OperatorKeyForm } from '../account/operator-key-form.tsx';
import { DomainsSection } from './domains-section.tsx';
import { JobsSection } from './jobs-section.tsx';
import { MailSection } from './mail-section.tsx';
import { OperatorSection } from './operator-section.tsx';
import { ProgramsSection } from './programs-section.tsx';
import './operator.css';
import '../../ui/data/figures-table.css';

function StatusSection({ overview: { at, version, database, disks } }: { overview: OperatorOverview }) {
  const t = useT();
  return (
    <OperatorSection
      id="status"
      title={t('operator.status')}
      text={t('operator.statusText', { at: t.dateTime(new Date(at)) })}
    >
      <Stack as="dl" className="operator-facts">
        <Row gap={4} align="baseline" justify="between" wrap>
          <dt>{t('operator.version')}</dt>
          <dd>{version}</dd>
        </Row>
        <Row gap={4} align="baseline" justify="between" wrap>
          <dt>{t('operator.database')}</dt>
          <dd>{database}</dd>
        </Row>
      </Stack>
      {disks.map(({ folder, free, size }) => (
        <Meter
          key={folder}
          label={t(`operator.disk.${folder}`)}
          value={size - free}
          limit={size}
          text={t('operator.free', { free: t.bytes(free), size: t.bytes(size) })}
        />
      ))}
    </OperatorSection>
  );
}

function BackupSection({ backup }: { backup: OperatorOverview['backup'] }) {
  const t = useT();
  const at = (instant: string) => t.dateTime(new Date(instant));
  return (
    <OperatorSection id="backup" title={t('operator.backup')}>
      {backup === null && <Notice kind="warning">{t('operator.backupNone')}</Notice>}
      {backup?.failedAt != null && (
        <Notice kind="error">
          {t('operator.backupFailed', { at: at(backup.failedAt), error: backup.error ?? '' })}
        </Notice>
      )}
      {backup !== null && backup.missingFiles > 0 && (
        <Notice kind="warning">{t('operator.backupMissing', { count: backup.missingFiles })}</Notice>
      )}
      {backup !== null && (
        <Text>
          {backup.finishedAt === null
            ? t('operator.backupNever')
            : t('operator.backupDone', { at: at(backup.finishedAt), size: t.bytes(backup.bytes) })}
        </Text>
      )}
    </OperatorSection>
  );
}

function ArchivesSection({ archives }: { archives: OperatorOverview['archives'] }) {
  const t = useT();
  const at = (instant: string) => t.dateTime(new Date(instant));
  return (
    <OperatorSection id="archives" title={t('operator.disk.archives')}>
      {archives?.failedAt != null && (
        <Notice kind="error">
          {t('operator.archiveFailed', { at: at(archives.failedAt), error: archives.error ?? '' })}
        </Notice>
      )}
      <Text>
        {archives === null && t('operator.archiveNone')}
        {archives?.finishedAt === null && t('operator.archiveNever')}
        {archives?.finishedAt != null &&
          t('operator.archiveDone', {
            at: at(archives.finishedAt),
            projects: t('project.count', { count: archives.projects }),
          })}
      </Text>
    </OperatorSection>
  );
}

function StorageSection({ organisations }: { organisations: OperatorOverview['organisations'] }) {
  const t = useT();
  return (
    <OperatorSection id="storage" title={t('operator.storage')} text={t('operator.storageText')}>
      <Box scroll className="ui-figures-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('account.organisation')}</th>
              <th scope="col">{t('organisation.tab.users')}</th>
              <th scope="col">{t('nav.projects')}</th>
              <th scope="col">{t('plan.size')}</th>
            </tr>
          </thead>
          <tbody>
            {organisations.map(({ id, name, users, projects, bytes }) => (
              <tr key={id}>
                <td>{name}</td>
                <td>{t.number(users)}</td>
                <td>{t.number(projects)}</td>
                <td>{t.bytes(bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </OperatorSection>
  );
}

function SettingsSection({ settings }: { settings: OperatorOverview['settings'] }) {
  const t = useT();
  return (
    <OperatorSection id="settings" title={t('operator.settings')} text={t('operator.settingsText')}>
      <Stack as="dl" className="operator-facts">
        {settings.map(({ name, value, isSet }) => (
          <Row key={name} gap={4} align="baseline" justify="between" wrap>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {value === null ? t('operator.notSet') : value}
              {!isSet && value !== null && (
                <Text size="s" ink={2}>
                  {` ${t('operator.default')}`}
                </Text>
              )}
            </dd>
          </Row>
        ))}
      </Stack>
    </OperatorSection>
  );
}

function EventsSection({ events }: { events: OperatorOverview['events'] }) {
  const t = useT();
  return (
    <OperatorSection id="events" title={t('operator.events')}>
      <ul className="operator-events">
        {events.map(({ id, at, kind, person, organisation }) => (
          <Row as="li" wrap gap="1 4" align="baseline" pad="2 0" line="above" key={id}>
            <code>{kind}</code>
            <span>{inOneLine([person, organisation])}</span>
            <Text as="time" size="s" ink={2} figures dateTime={at}>
              {t.dateTime(new Date(at))}
            </Text>
          </Row>
        ))}
      </ul>
    </OperatorSection>
  );
}

export function OperatorScreen() {
  const t = useT();
  const [overview, setOverview] = useState<OperatorOverview>();
  const read = useMutation({
    mutationFn: (key: string) => call(operatorOverview, { body: { key } }),
    // What was read stays while it is read again.
    onSuccess: setOverview,
  });
  const key = read.variables ?? '';
  if (!overview)
    return (
      <OperatorKeyForm
        title={t('operator.title')}
        text={t('operator.text')}
        action={t('operator.open')}
        error={read.error}
        isPending={read.isPending}
        onKey={read.mutate}
      />
    );
  const refresh = () => read.mutate(key);
  return (
    <main className="operator ui-column">
      <Row gap={4} justify="between" wrap className="mailbox-head">
        <h1>{t('operator.title')}</h1>
        <Button icon={SyncIcon} isPending={read.isPending} onPress={refresh}>
          {t('account.lookAgain')}
        </Button>
      </Row>
      <Stack gap={0}>
        {read.isError && <Notice kind="error">{t('operator.noAnswer')}</Notice>}
        <StatusSection overview={overview} />
        <JobsSection operatorKey={key} overview={overview} onRetried={refresh} />
        <BackupSection backup={overview.backup} />
        <ArchivesSection archives={overview.archives} />
        <ProgramsSection programs={overview.programs} />
        <MailSection operatorKey={key} from={overview.mailFrom} />
        <DomainsSection operatorKey={key} />
        <StorageSection organisations={overview.organisations} />
        <SettingsSection settings={overview.settings} />
        <EventsSection events={overview.events} />
      </Stack>
    </main>
  );
}
