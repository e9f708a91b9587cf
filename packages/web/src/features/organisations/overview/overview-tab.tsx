// Overview of the organisation: usage against limits, members by status, and recent activity.
import { type MembershipStatus, ORGANISATION_STATUSES } from '@plumbline/core/access/membership-status';
import { shownFailure } from '../../../shared/data/shown-failure.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { userManagementAddress } from '../../../shared/navigation/user-management.ts';
import { LineChart } from '../../../ui/charts/line-chart.tsx';
import { Meter } from '../../../ui/charts/meter.tsx';
import { StackBar } from '../../../ui/charts/stack-bar.tsx';
import type { Tone } from '../../../ui/charts/tones.ts';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useUse } from '../use-organisation.ts';
import { StorageSection } from './storage-section.tsx';
import './overview.css';

const TONES: Record<MembershipStatus, Tone> = {
  pending: 'draft',
  invited: 'open',
  active: 'brand',
  activeFree: 'done',
  inactive: 'inactive',
  deactivated: 'inactive',
  removed: 'closed',
  unlicensed: 'rejected',
  licenceExpired: 'overdue',
};

export function OverviewTab() {
  const t = useT();
  const use = useUse();
  if (!use.data) {
    return use.error ? (
      <ErrorView failure={shownFailure(t, use.error)} onRetry={() => void use.refetch()} />
    ) : (
      <Skeleton lines={12} />
    );
  }
  const { data } = use;
  const of = (value: number, limit: number | null) =>
    limit === null ? t('organisation.useUnlimited', { value }) : t('organisation.useOf', { value, limit });
  const shown = ORGANISATION_STATUSES.filter((organisationStatus) => data.states[organisationStatus] > 0);
  const people = shown.filter((one) => one !== 'removed').reduce((sum, one) => sum + data.states[one], 0);
  const week = (day: string) =>
    new Intl.DateTimeFormat(t.locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));
  return (
    <Grid columns="fit" min={420} gap={8} className="overview">
      <ScreenHead title={t('organisation.title')} path={[{ id: 'organisation', label: t('organisation.title') }]} />
      <header>
        <h2>{data.name}</h2>
        <p className="ui-help">{t('organisation.since', { date: t.date(new Date(data.createdAt)) })}</p>
      </header>
      <section aria-labelledby="overview-use">
        <h3 id="overview-use">{t('organisation.used')}</h3>
        <Stack gap={4}>
          <Meter
            label={t('organisation.activeProjects')}
            value={data.projects.active}
            limit={data.quotas.projects}
            text={of(data.projects.active, data.quotas.projects)}
          />
          <Meter
            label={t('organisation.activePlans')}
            value={data.plans}
            limit={data.quotas.plans}
            text={of(data.plans, data.quotas.plans)}
          />
          <Meter
            label={t('organisation.storage')}
            value={data.storage.used}
            limit={data.storage.limit}
            text={
              data.storage.limit === null
                ? t.bytes(data.storage.used)
                : t('organisation.storageOf', { used: t.bytes(data.storage.used), limit: t.bytes(data.storage.limit) })
            }
          />
          <Meter
            label={t('organisation.devices')}
            value={data.devices.registered}
            limit={data.devices.limit}
            text={of(data.devices.registered, data.devices.limit)}
          />
        </Stack>
      </section>
      <section aria-labelledby="overview-people">
        <h3 id="overview-people">{t('organisation.peopleTitle', { count: people })}</h3>
        <StackBar
          label={t('organisation.byState')}
          parts={shown.map((state) => ({
            id: state,
            label: t(`organisation.status.${state}`),
            value: data.states[state],
            tone: TONES[state],
            href: `${userManagementAddress()}?state=${state}`,
          }))}
        />
      </section>
      <section aria-labelledby="overview-more">
        <h3 id="overview-more">{t('organisation.more')}</h3>
        <Row as="dl" gap="4 8" align="stretch" wrap>
          {(
            [
              ['inactiveProjects', data.projects.inactive, undefined],
              ['tab.companies', data.companies, 'companies'],
              ['tab.contacts', data.contacts, 'contacts'],
            ] as const
          ).map(([key, value, tab]) => (
            <Stack gap={0} key={key}>
              <Text as="dt" ink={2}>
                {tab === undefined ? (
                  t(`organisation.${key}`)
                ) : (
                  <a href={userManagementAddress(tab)}>{t(`organisation.${key}`)}</a>
                )}
              </Text>
              <Text as="dd" size="xl" weight="medium" className="ui-figures">
                {t.number(value)}
              </Text>
            </Stack>
          ))}
        </Row>
      </section>
      <Grid
        aria-labelledby="overview-activity"
        as="section"
        columns="fit"
        min={420}
        gap="4 8"
        className="overview-wide"
      >
        <h3 id="overview-activity">{t('organisation.activity')}</h3>
        <LineChart
          label={t('organisation.activity')}
          placeHead={t('organisation.week')}
          places={data.activity.map((one) => week(one.week))}
          lines={[
            {
              id: 'changes',
              label: t('organisation.changes'),
              tone: 'brand',
              values: data.activity.map((one) => one.changes),
            },
          ]}
        />
        <LineChart
          label={t('organisation.activePeople')}
          placeHead={t('organisation.week')}
          places={data.activity.map((one) => week(one.week))}
          lines={[
            {
              id: 'people',
              label: t('organisation.activePeople'),
              tone: 'done',
              values: data.activity.map((one) => one.people),
            },
          ]}
        />
      </Grid>
      <StorageSection />
    </Grid>
  );
}
