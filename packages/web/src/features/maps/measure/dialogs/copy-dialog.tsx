// Copies markings to other plans, at the same position on their sheets.
import { FOR_ALL, layerKey, MINE, onLayer } from '@plumbline/core/features/maps/layers';
import { fromSheetToSheet } from '@plumbline/core/features/maps/markup';
import { pointsOf } from '@plumbline/core/features/maps/scale-regions';
import { applyTo } from '@plumbline/core/site/geometry/alignment';
import type { MarkupRow } from '@plumbline/core/site/rows/maps';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import { useState } from 'react';
import { useRows } from '../../../../local/use-rows.ts';
import { FormDialog } from '../../../../shared/navigation/unsaved.tsx';
import { useAct } from '../../../../shared/site/use-act.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Checkbox } from '../../../../ui/choices/checkbox.tsx';
import { showToast } from '../../../../ui/feedback/toast.tsx';
import { SearchField } from '../../../../ui/fields/search-field.tsx';
import { Stack } from '../../../../ui/layout/primitives.tsx';

import { useT } from '../../../../ui/translation.tsx';
import { flat } from '../shapes.ts';

export type CopyDialogProps = {
  projectId: string;
  /** The sheet that the markings are copied from. */
  revision: RevisionRow;
  markups: readonly MarkupRow[];
  /** Chosen when the dialog opens. */
  chosenIds: readonly string[];
  onClose: () => void;
};

const toggled = (ids: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> => {
  const next = new Set(ids);
  if (on) next.add(id);
  else next.delete(id);
  return next;
};

const nameOf = ({ sheetNumber, name }: PlanRow): string => [sheetNumber, name].filter(Boolean).join(' ');

export function CopyDialog({ projectId, revision, markups, chosenIds, onClose }: CopyDialogProps) {
  const t = useT();
  const act = useAct(projectId);
  const revisions = useRows('revision', projectId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(chosenIds));
  const [targets, setTargets] = useState<ReadonlySet<string>>(() => new Set());
  const [search, setSearch] = useState('');
  const [busy, setBusy] = useState(false);
  const plans = (useRows('plan', projectId) ?? [])
    .filter((plan) => plan.type === 'Plan' && plan.active && plan.currentRevisionId && plan.id !== revision.planId)
    .toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), t.language, { numeric: true }));
  const listed = plans.filter((plan) => nameOf(plan).toLowerCase().includes(search.trim().toLowerCase()));
  const copied = markups.filter(({ id }) => chosen.has(id));

  const copyTo = async (plan: PlanRow): Promise<boolean> => {
    const target = revisions?.find(({ id }) => id === plan.currentRevisionId);
    if (!target) return false;
    const toTarget = fromSheetToSheet(revision, target);
    for (const markup of copied) {
      const { kind, holes = [], text, colour } = markup;
      const points = flat(pointsOf(markup.points).map((point) => applyTo(toTarget, point)));
      // Named layers belong to their plan.
      const layer = onLayer(layerKey(markup) === MINE ? MINE : FOR_ALL);
      const copy = { id: crypto.randomUUID(), planId: plan.id, kind, points, holes, text, colour, ...layer };
      if (!(await act('markup.draw', copy))) return false;
    }
    return true;
  };
  const copy = async () => {
    setBusy(true);
    let done = 0;
    for (const plan of plans.filter(({ id }) => targets.has(id))) {
      if (!(await copyTo(plan))) break;
      done += 1;
    }
    setBusy(false);
    if (done === 0) return;
    showToast({ text: t('measure.copied', { count: done }) });
    onClose();
  };
  return (
    <FormDialog
      title={t('measure.copyTo')}
      size="small"
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <Button
          kind="next"
          isPending={busy}
          isDisabled={copied.length === 0 || targets.size === 0}
          onPress={() => void copy()}
        >
          {t('measure.copy')}
        </Button>
      }
    >
      <Stack fluid gap={4}>
        <Stack as="fieldset" className="copy-list">
          <legend className="ui-label">{t('measure.marks', { count: markups.length })}</legend>
          {markups.map((row) => (
            <Checkbox
              key={row.id}
              isSelected={chosen.has(row.id)}
              onChange={(on) => setChosen((before) => toggled(before, row.id, on))}
            >
              {[t(`measure.tool.${row.kind}`), row.text].filter(Boolean).join(': ')}
            </Checkbox>
          ))}
        </Stack>
        <SearchField label={t('measure.copyPlans')} value={search} onChange={setSearch} />
        <Stack as="fieldset" className="copy-list">
          <legend className="ui-label">{t('measure.copyPlans')}</legend>
          {listed.map((plan) => (
            <Checkbox
              key={plan.id}
              isSelected={targets.has(plan.id)}
              onChange={(on) => setTargets((before) => toggled(before, plan.id, on))}
            >
              {nameOf(plan)}
            </Checkbox>
          ))}
        </Stack>
      </Stack>
    </FormDialog>
  );
}
