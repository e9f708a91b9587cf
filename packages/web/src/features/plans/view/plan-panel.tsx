// The panel next to a drawing: the list of pins or the open pin, and their skeleton while the drawing is loading.
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import type { PlanRoute } from '../../../shared/navigation/addresses.ts';
import { writeFilter } from '../../../shared/site/pins/pin-filter-url.ts';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import { later } from '../../../ui/later.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { PinList } from '../../pins/pin-list.tsx';
import type { PlanGroup } from '../plan-group.ts';
import '../../../shared/site/pins/pin-list.css';
import '../../../ui/fields/filter.css';

const PinPanel = later(
  () => import('../../pins/panel/pin-panel.tsx').then((module) => module.PinPanel),
  <Waiting shape="panel" />,
);

type PanelProps = {
  place: PlanRoute;
  /** The drawing no longer has to load first. */
  settled: boolean;
  go: (change: Partial<PlanRoute>, replace?: boolean) => void;
  onSelect: (pinId: string | null) => void;
};

export type PlanPinListProps = PanelProps & { group: PlanGroup | undefined; filter: PinFilter };

export function PlanPinList({ place, settled, group, filter, go, onSelect }: PlanPinListProps) {
  if (!settled) return <PanelSkeleton list />;
  return (
    <PinList
      projectId={place.projectId}
      planId={place.planId}
      group={group?.row}
      filter={filter}
      onFilter={(next) => go({ search: writeFilter(next) || undefined }, true)}
      selectedId={place.pinId ?? null}
      onSelect={onSelect}
    />
  );
}

export type PlanPinPanelProps = PanelProps & {
  pinId: string;
  /** Undefined if the pin is not on this plan. */
  onShowOnPlan: (() => void) | undefined;
  /** Captures another pin; undefined where that is not allowed. */
  onNext: (() => void) | undefined;
};

export function PlanPinPanel({ place, settled, pinId, go, onSelect, onShowOnPlan, onNext }: PlanPinPanelProps) {
  if (!settled) return <PanelSkeleton list={false} />;
  return (
    <PinPanel
      projectId={place.projectId}
      pinId={pinId}
      tab={place.tab ?? 'basic'}
      option={place.option}
      onTab={(tab, option) => go({ tab: tab === 'basic' ? undefined : tab, option }, option === undefined)}
      onClose={() => onSelect(null)}
      onShowOnPlan={onShowOnPlan}
      onNext={onNext}
    />
  );
}

function PanelSkeleton({ list }: { list: boolean }) {
  return (
    <Stack column shrink flat grow fill className="pin-list" aria-busy="true">
      {list && (
        <Stack fluid fixed line="below" className="pin-tools">
          <Row least="control" className="pin-tools-row plan-panel-tools" />
          <p className="pin-count">{'\u00a0'}</p>
        </Stack>
      )}
    </Stack>
  );
}
