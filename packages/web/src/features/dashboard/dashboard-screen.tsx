// Project dashboard: figures and recent activity.
import { useNavigate } from '@tanstack/react-router';
import { memo } from 'react';
import { useProject } from '../../local/use-rows.ts';
import { dashboardAddress } from '../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import { later } from '../../ui/later.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { useT } from '../../ui/translation.tsx';
import { IssueBeside } from '../tasks/issue/issue-beside.tsx';
import { ActivityFeed } from './activity-feed.tsx';
import { Figures } from './figures.tsx';
import './dashboard.css';

const PinBeside = later(() => import('../pins/pin-beside.tsx').then((its) => its.PinBeside), <Waiting shape="panel" />);

export function DashboardScreen(props: DashboardProps) {
  return (
    <IssueBeside PinPanel={PinBeside}>
      <Dashboard {...props} />
    </IssueBeside>
  );
}

type DashboardProps = { projectId: string; activity: boolean };

const Dashboard = memo(({ projectId, activity }: DashboardProps) => {
  const t = useT();
  const navigate = useNavigate();
  useProject(projectId);
  return (
    <Stack gap={0} pad="4 edge 0" flat fill rows="head" className="dashboard-screen ui-tab-screen">
      <ScreenHead title={t('dashboard.title')} />
      <h1 className="ui-hidden">{t('dashboard.title')}</h1>
      <Tabs
        label={t('dashboard.title')}
        value={activity ? 'activity' : 'figures'}
        onChange={(id) => void navigate({ href: dashboardAddress(projectId, id === 'activity') })}
        tabs={[
          { id: 'figures', label: t('dashboard.figures'), content: <Figures projectId={projectId} /> },
          { id: 'activity', label: t('dashboard.activity'), content: <ActivityFeed projectId={projectId} /> },
        ]}
      />
    </Stack>
  );
});
