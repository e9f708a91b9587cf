// The saved view whose pins or tasks a saved report contains, and how many it shows now.
import { withoutDeleted } from '@plumbline/core/features/views/deleted-parts';
import { pinFilterIn, withoutAppearance } from '@plumbline/core/features/views/list-content';
import type { SavedViewRow } from '@plumbline/core/site/rows/saved-views';
import { canSeeSavedView } from '@plumbline/core/site/visibility';
import { useMemo } from 'react';
import { useIsPartial, useRows, useRowsBy } from '../../../local/use-rows.ts';
import { useActor } from '../../../shared/site/actor.ts';
import { useJoinedPins, useOrderedPins } from '../../../shared/site/pins/use-pins.ts';
import { useToday } from '../../../shared/site/today.ts';
import { Select } from '../../../ui/choices/select.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { readTaskView, viewTasks } from '../../tasks/list/task-view.ts';
import { searchOfQuery } from '../../views/list-query.ts';
import { useNamedThings } from '../../views/use-list-views.ts';

type SourceViewProps = {
  projectId: string;
  viewId: string;
  /** Whether a view has to be chosen. */
  problem: boolean;
  onChange: (viewId: string) => void;
};

const NO_VIEWS: readonly SavedViewRow[] = [];

export function SourceView({ projectId, viewId, problem, onChange }: SourceViewProps) {
  const t = useT();
  const actor = useActor(projectId);
  const things = useNamedThings(projectId);
  const isPart = useIsPartial(projectId);
  const rows = useRowsBy('savedView', 'projectId', projectId) ?? NO_VIEWS;
  const views = useMemo(() => {
    const order = new Intl.Collator(t.locale, { numeric: true, sensitivity: 'base' });
    return rows
      .filter((view) => view.active && actor !== undefined && canSeeSavedView(actor, view))
      .toSorted((a, b) => order.compare(a.title, b.title));
  }, [rows, actor, t]);
  const view = views.find((one) => one.id === viewId);
  const isOutdated =
    view !== undefined &&
    things !== undefined &&
    !isPart &&
    withoutDeleted(withoutAppearance(view.query), things).deleted.length > 0;
  return (
    <Stack fluid>
      <Select
        label={t('report.saved.view')}
        value={view?.id ?? null}
        help={t(views.length === 0 && !isPart ? 'report.saved.noViews' : 'report.saved.viewHelp')}
        problem={problem ? t('report.saved.needView') : undefined}
        onChange={onChange}
        choices={views.map(({ id, title, list, shared }) => ({
          id,
          label: title,
          detail: [t(`report.source.${list}`), t(shared ? 'view.shared' : 'view.private')].join(' · '),
        }))}
      />
      {viewId !== '' && view === undefined && !isPart && (
        <Notice kind="warning">{t('report.saved.problem.view_missing')}</Notice>
      )}
      {isOutdated && <Notice kind="warning">{t('report.saved.problem.view_outdated')}</Notice>}
      {view && !isOutdated && (
        <span className="ui-help ui-figures">
          {view.list === 'pins' ? <PinCount view={view} /> : <TaskCount view={view} />}
        </span>
      )}
    </Stack>
  );
}

function PinCount({ view: { projectId, query } }: { view: SavedViewRow }) {
  const t = useT();
  const pins = useJoinedPins(projectId);
  const rows = useOrderedPins(projectId, pins, pinFilterIn(query), { by: 'number', direction: 'ascending' });
  return rows && t('pin.count', { count: rows.length });
}

function TaskCount({ view: { projectId, query } }: { view: SavedViewRow }) {
  const t = useT();
  const actor = useActor(projectId);
  const today = useToday(projectId);
  const tasks = useRows('task', projectId);
  const pins = useRows('pin', projectId);
  const count = useMemo(() => {
    if (!tasks || !pins || !actor) return undefined;
    const pinOf = new Map(pins.map((pin) => [pin.id, pin]));
    const shown = viewTasks(tasks, pinOf, readTaskView(searchOfQuery(query)), { actor, today, locale: t.locale });
    // Drafts are excluded from reports.
    return shown.filter((task) => task.status !== 'draft').length;
  }, [tasks, pins, actor, today, query, t]);
  return count === undefined ? null : t('task.count', { count });
}
