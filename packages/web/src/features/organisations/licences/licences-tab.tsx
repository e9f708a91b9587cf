// The organisation's licence: its limits and current usage, the plans with their prices, and the upgrade.

import { LICENCE_KINDS } from '@plumbline/core/access/membership-status';
import { isUpgrade } from '@plumbline/core/features/organisations/licences';
import type { LicenceReply } from '@plumbline/core/features/organisations/organisation-contract';
import { useState } from 'react';
import { failureText, shownFailure } from '../../../shared/data/shown-failure.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { userManagementAddress } from '../../../shared/navigation/user-management.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { SegmentedControl } from '../../../ui/actions/segmented-control.tsx';
import { Meter } from '../../../ui/charts/meter.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { IconMark, SuccessIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { Card, Grid, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useChangeLicence, useLicence } from '../use-organisation.ts';
import './licences.css';

const SeatsDialog = later(() => import('./seats-dialog.tsx').then((module) => module.SeatsDialog));

type Offer = LicenceReply['offers'][number];
type Billing = LicenceReply['billing'];

export function LicencesTab() {
  const t = useT();
  const licence = useLicence();
  if (!licence.data) {
    return licence.error ? (
      <ErrorView failure={shownFailure(t, licence.error)} onRetry={() => void licence.refetch()} />
    ) : (
      <Skeleton lines={10} />
    );
  }
  return <Licences licence={licence.data} />;
}

function Licences({ licence }: { licence: LicenceReply }) {
  const t = useT();
  const change = useChangeLicence();
  const [billing, setBilling] = useState<Billing>(licence.billing);
  const [requested, ask] = useState<Offer>();
  const [seats, openSeats] = useState(false);
  const now = new Date();
  const ends = licence.endsAt === null ? undefined : new Date(licence.endsAt);
  const of = (value: number, limit: number | null) =>
    limit === null ? t('organisation.useUnlimited', { value }) : t('organisation.useOf', { value, limit });
  const take = (offer: Offer) =>
    // The test licence cannot be chosen again.
    offer.licence !== 'test' &&
    change.mutate(
      { licence: offer.licence, billing },
      {
        onSuccess: () =>
          showToast({
            kind: 'success',
            text: t('organisation.planTaken', { plan: t(`organisation.plan.${offer.licence}`) }),
          }),
        onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
        onSettled: () => ask(undefined),
      },
    );
  const label = { projects: t('organisation.activeProjects'), plans: t('organisation.activePlans') };
  const above = (offer: Offer) =>
    (['projects', 'plans'] as const).filter((one) => {
      const limit = offer.quotas[one];
      return limit !== null && licence.use[one] > limit;
    });
  return (
    <Stack gap={8} justify="start" className="licences">
      <ScreenHead title={t('organisation.title')} path={[{ id: 'organisation', label: t('organisation.title') }]} />
      {ends && (
        <Notice kind={ends <= now ? 'error' : 'warning'}>
          {ends <= now
            ? t('organisation.licenceEnded', { date: t.date(ends) })
            : t('organisation.licenceEnds', { date: t.date(ends) })}
        </Notice>
      )}
      <section className="licences-use" aria-labelledby="licences-use">
        <h2 id="licences-use">{t('organisation.planNow', { plan: t(`organisation.plan.${licence.licence}`) })}</h2>
        <Grid columns="fit" min={260} gap="4 8" className="licences-meters">
          <Meter
            label={t('organisation.activeProjects')}
            value={licence.use.projects}
            limit={licence.quotas.projects}
            text={of(licence.use.projects, licence.quotas.projects)}
          />
          <Meter
            label={t('organisation.activePlans')}
            value={licence.use.plans}
            limit={licence.quotas.plans}
            text={of(licence.use.plans, licence.quotas.plans)}
          />
          {LICENCE_KINDS.map((kind) => (
            <Meter
              key={kind}
              label={t(`organisation.seats.${kind}`)}
              value={licence.taken[kind]}
              limit={licence.seats[kind]}
              text={of(licence.taken[kind], licence.seats[kind])}
            />
          ))}
        </Grid>
        <p className="ui-help">{t('organisation.seatsText', { devices: licence.devicesPerPerson })}</p>
        <Row gap={3} wrap>
          <LinkButton href={`${userManagementAddress()}?licence=none`}>{t('organisation.withoutLicence')}</LinkButton>
          {licence.changes === 'self' && (
            <Button onPress={() => openSeats(true)}>{t('organisation.changeSeats')}</Button>
          )}
        </Row>
      </section>
      <section aria-labelledby="licences-plans">
        <Row gap={3} wrap justify="between" className="licences-head">
          <h2 id="licences-plans">{t('organisation.plans')}</h2>
          <SegmentedControl
            label={t('organisation.billing')}
            segments={(['yearly', 'monthly'] as const).map((id) => ({ id, label: t(`organisation.billing.${id}`) }))}
            value={billing}
            onChange={setBilling}
          />
        </Row>
        {licence.changes !== 'self' && (
          <Notice>
            {licence.changes === 'owner' ? t('organisation.askOwner') : t('organisation.askOperator')}{' '}
            {licence.changes === 'operator' && licence.supportEmail && (
              <a href={`mailto:${licence.supportEmail}`}>{licence.supportEmail}</a>
            )}
          </Notice>
        )}
        <Grid as="ul" columns="fit" min={220} gap={4} className="licences-offers">
          {licence.offers
            .filter((offer) => offer.licence !== 'test' || licence.licence === 'test')
            .map((offer) => {
              const here = offer.licence === licence.licence;
              const up = isUpgrade(licence.licence, offer.licence);
              const same = here && billing === licence.billing;
              return (
                <Card
                  as="li"
                  gap={3}
                  justify="start"
                  pad={5}
                  edge
                  key={offer.licence}
                  data-here={here ? '' : undefined}
                >
                  <Row justify="between" least={28}>
                    <Text as="h3" size="l">
                      {t(`organisation.plan.${offer.licence}`)}
                    </Text>
                    {here && <Tag icon={SuccessIcon}>{t('organisation.present')}</Tag>}
                  </Row>
                  <Text as="p" ink={2} className="licences-price">
                    {offer[billing] === 0 ? (
                      <strong>{t('organisation.free')}</strong>
                    ) : (
                      <>
                        <strong className="ui-figures">{t('organisation.euros', { price: offer[billing] })}</strong>{' '}
                        <span>{t('organisation.perMonth')}</span>
                      </>
                    )}
                  </Text>
                  <Stack as="ul" className="licences-gives">
                    <Row as="li">
                      <IconMark icon={SuccessIcon} />
                      {offer.quotas.projects === null
                        ? t('organisation.projectsUnlimited')
                        : t('organisation.projectsLimit', { count: offer.quotas.projects })}
                    </Row>
                    <Row as="li">
                      <IconMark icon={SuccessIcon} />
                      {offer.quotas.plans === null
                        ? t('organisation.plansUnlimited')
                        : t('organisation.plansLimit', { count: offer.quotas.plans })}
                    </Row>
                    <Row as="li">
                      <IconMark icon={SuccessIcon} />
                      {t('organisation.devicesEach', { count: licence.devicesPerPerson })}
                    </Row>
                  </Stack>
                  {offer.upgrade !== null && (
                    <p className="ui-help">{t('organisation.upgradePrice', { price: offer.upgrade })}</p>
                  )}
                  {licence.changes === 'self' && !same && offer.licence !== 'test' && (
                    <Button kind={up ? 'brand' : 'default'} onPress={() => ask(offer)}>
                      {here
                        ? t(`organisation.billTo.${billing}`)
                        : up
                          ? t('organisation.upgrade')
                          : t('organisation.takePlan')}
                    </Button>
                  )}
                </Card>
              );
            })}
        </Grid>
        <p className="ui-help">{t('organisation.priceText')}</p>
      </section>
      {requested && (
        <ConfirmDialog
          title={t('organisation.planQuestion', { plan: t(`organisation.plan.${requested.licence}`) })}
          confirm={t('organisation.takePlan')}
          isOpen
          isBusy={change.isPending}
          onCancel={() => ask(undefined)}
          onConfirm={() => take(requested)}
        >
          <p>
            {t(`organisation.planText.${billing}`, {
              price: (isUpgrade(licence.licence, requested.licence) ? requested.upgrade : null) ?? requested[billing],
            })}
          </p>
          {above(requested).length > 0 && (
            <Notice
              kind="warning"
              title={above(requested)
                .map((one) => `${label[one]}: ${of(licence.use[one], requested.quotas[one])}`)
                .join(' · ')}
            >
              {t('organisation.planAbove')}
            </Notice>
          )}
        </ConfirmDialog>
      )}
      {seats && <SeatsDialog licence={licence} onClose={() => openSeats(false)} />}
    </Stack>
  );
}
