// The header of an open plan: breadcrumbs through its folders or group, and how drawing and list share the screen.
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { plansAddress, VIEW_TYPES, type ViewType } from '../../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { pathTo } from '../../../shared/site/plan-tree.ts';
import { SegmentedControl } from '../../../ui/actions/segmented-control.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { PlanGroup } from '../plan-group.ts';
import { VIEW_ICONS } from './stage/plan-toolbar.tsx';

export type PlanHeadProps = {
  plan: PlanRow;
  title: string;
  plans: readonly PlanRow[];
  group: PlanGroup | undefined;
  viewType: ViewType;
  /** Undefined where the view type cannot be chosen. */
  onViewType: ((viewType: ViewType) => void) | undefined;
};

export function PlanHead({ plan, title, plans, group, viewType, onViewType }: PlanHeadProps) {
  const t = useT();
  const folders = pathTo(new Map(plans.map((one) => [one.id, one])), plan.parentId);
  return (
    <ScreenHead
      title={title}
      path={[
        ...(group
          ? [{ id: group.row.id, label: group.row.title, href: group.href }]
          : folders.map((folder) => ({
              id: folder.id,
              label: folder.name,
              href: plansAddress(plan.projectId, folder.id),
            }))),
        { id: plan.id, label: title },
      ]}
    >
      {onViewType && (
        <SegmentedControl
          label={t('plan.view')}
          iconsOnly
          segments={VIEW_TYPES.map((id) => ({ id, label: t(`plan.viewType.${id}`), icon: VIEW_ICONS[id] }))}
          value={viewType}
          onChange={onViewType}
        />
      )}
    </ScreenHead>
  );
}
