// What each project uses in storage, and what the people with each licence have uploaded.
import { useState } from 'react';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { plansAddress } from '../../../shared/navigation/addresses.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Grid, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useStorage } from '../use-organisation.ts';
import '../../../ui/data/figures-table.css';

/** Projects listed at first. */
const SHOWN = 10;

export function StorageSection() {
  const t = useT();
  const storage = useStorage();
  const [all, showAll] = useState(false);
  const { projects = [], licences = [] } = storage.data ?? {};
  const shown = all ? projects : projects.slice(0, SHOWN);
  return (
    <Grid aria-labelledby="overview-storage" as="section" gap="4 2" className="overview-wide">
      <h3 id="overview-storage">{t('organisation.storage')}</h3>
      {storage.isPending && <Skeleton lines={6} />}
      {storage.isError && <Notice kind="error">{failureText(t, storage.error)}</Notice>}
      {storage.data && (
        <>
          <Text as="section" scroll aria-labelledby="overview-by-project" tabIndex={0} className="ui-figures-table">
            <table>
              <caption id="overview-by-project">{t('organisation.storageByProject')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('project.partName')}</th>
                  <th scope="col">{t('nav.plans')}</th>
                  <th scope="col">{t('dashboard.group.media')}</th>
                  <th scope="col">{t('nav.reports')}</th>
                  <th scope="col">{t('organisation.storageTotal')}</th>
                </tr>
              </thead>
              <tbody>
                {shown.map(({ id, title, active, plans, media, reports, total }) => (
                  <tr key={id}>
                    <td>
                      <a href={plansAddress(id)}>{title}</a>{' '}
                      {!active && (
                        <Text size="s" ink={2}>
                          {t('organisation.status.inactive')}
                        </Text>
                      )}
                    </td>
                    <td>{t.bytes(plans)}</td>
                    <td>{t.bytes(media)}</td>
                    <td>{t.bytes(reports)}</td>
                    <td>{t.bytes(total)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Text>
          {shown.length < projects.length && (
            <span>
              <Button onPress={() => showAll(true)}>{t('ui.showMore')}</Button>
            </span>
          )}
          <Text as="section" scroll aria-labelledby="overview-by-licence" tabIndex={0} className="ui-figures-table">
            <table>
              <caption id="overview-by-licence">{t('organisation.storageByLicence')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('organisation.sort.licence')}</th>
                  <th scope="col">{t('organisation.tab.users')}</th>
                  <th scope="col">{t('organisation.storageTotal')}</th>
                </tr>
              </thead>
              <tbody>
                {licences.map(({ licence, people, bytes }) => (
                  <tr key={licence}>
                    <td>{t(`organisation.licence.${licence ?? 'none'}`)}</td>
                    <td>{t.number(people)}</td>
                    <td>{t.bytes(bytes)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Text>
        </>
      )}
    </Grid>
  );
}
