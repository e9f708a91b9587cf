// Quick selection of a plan of the open project, from local data, so that it works offline.

import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { inOneLine } from '@plumbline/locales/one-line';
import { useMemo } from 'react';
import { savedViewType } from '../../features/plans/opening/plan-memory.ts';
import { useAllPlanFacts } from '../../features/plans/plan-facts.ts';
import { PlanPicture } from '../../features/plans/plan-picture.tsx';
import { useDownloadedPlans, useRowsBy } from '../../local/use-rows.ts';
import { planAddress } from '../../shared/navigation/addresses.ts';
import { recent } from '../../shared/session/recent.ts';
import { useUser } from '../../shared/session/session.tsx';
import { pathTo, TREE_SORTS, type TreeSort } from '../../shared/site/plan-tree.ts';
import { useTypedAhead } from '../../ui/overlays/typed-ahead.ts';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { OpenCounts } from './open-counts.tsx';
import { quickPlans } from './quick-order.ts';
import { type Pick, QuickPick } from './quick-pick.tsx';
import { useQuickSettings } from './quick-settings.ts';

const MAX_RESULTS = 200;
const MAX_RECENT = 4;

const NO_ROWS: readonly PlanRow[] = [];

type Props = { projectId: string; planId: string | undefined; onClose: () => void };

export function QuickPlans({ projectId, planId, onClose }: Props) {
  const t = useT();
  const { userId } = useUser();
  const phone = useMedia(PHONE);
  const [text, setText] = useTypedAhead();
  const [settings, onSettings] = useQuickSettings<TreeSort>('plans', TREE_SORTS, 'Title');
  const rows = useRowsBy('plan', 'projectId', projectId) ?? NO_ROWS;
  const { entry, facts } = useAllPlanFacts(projectId);
  const here = useDownloadedPlans();
  const search = text.trim();
  const plans = useMemo(
    () => quickPlans(rows, { search, sort: settings.sort, locale: t.locale, here }, facts).slice(0, MAX_RESULTS),
    [rows, search, settings.sort, t.locale, facts, here],
  );
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const viewType = phone ? 'plan' : savedViewType();
  const pickOf = (plan: PlanRow): Pick => {
    const folders = pathTo(byId, byId.get(plan.id)?.parentId ?? null).map((one) => one.name);
    const open = facts(plan.id);
    return {
      id: plan.id,
      label: plan.name,
      detail: inOneLine([plan.sheetNumber, inOneLine(folders, ' / ')]) || undefined,
      href: planAddress({ projectId, planId: plan.id, viewType }),
      current: plan.id === planId,
      picture: <PlanPicture row={plan} entry={entry(plan.id)} size="thumb" />,
      marks: open && <OpenCounts pins={open.openPins} tasks={open.openTasks} />,
    };
  };
  const lately =
    search === ''
      ? recent('plans', userId)
          .filter((id) => id !== planId)
          .flatMap((id) => plans.find((plan) => plan.id === id) ?? [])
          .slice(0, MAX_RECENT)
      : [];
  return (
    <QuickPick
      title={t('quick.plans')}
      searchLabel={t('quick.findPlan')}
      text={text}
      onText={setText}
      recent={lately.map(pickOf)}
      all={plans.map(pickOf)}
      allHeading={t('nav.plans')}
      settings={settings}
      onSettings={onSettings}
      sorts={TREE_SORTS.map((id) => ({ id, label: t(`plan.sort.${id}`) }))}
      onClose={onClose}
    />
  );
}
