// Edits the selected pins together: category, status, tags, ratings and custom fields.
import { can } from '@plumbline/core/access/capabilities';
import { type BulkChange, pinSkipReason, writes } from '@plumbline/core/features/pins/bulk';
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import { PIN_MOVE_NAMES } from '@plumbline/core/features/pins/status';
import { UNFINISHED } from '@plumbline/core/features/tasks/status';
import type { Actor } from '@plumbline/core/site/actor';
import { MAX_BULK_ROWS } from '@plumbline/core/site/bulk';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { useState } from 'react';
import { useRowsBy } from '../../../local/use-rows.ts';
import { BulkFrame, countReasons } from '../../../shared/bulk/bulk-frame.tsx';
import { groupedByValue, sendInBatches } from '../../../shared/bulk/in-batches.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { Checkbox } from '../../../ui/choices/checkbox.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { TagsField } from '../../../ui/fields/tags-field.tsx';
import { Grid } from '../../../ui/layout/primitives.tsx';
import { PinMark } from '../../../ui/marks/pin-mark.tsx';
import { useT } from '../../../ui/translation.tsx';
import { TagChoice } from '../../fields/tag-choice.tsx';
import { BulkValues, type BulkValuesProps } from './bulk-values.tsx';

type Before = NonNullable<BulkChange['set']>;
type Restoring = { ids: string[]; set: Before; tasks: 'keep' };

/** Restores only what the edit touched, so that concurrent changes by others are kept. */
function before(pin: PinRow, { set, addTags, removeTags }: BulkChange): Before {
  const fields = Object.keys(set?.fields ?? {}).map((id) => [id, pin.fields[id] ?? null] as const);
  const ratings = Object.keys(set?.ratings ?? {}).map((id) => [id, pin.ratings[id] ?? 0] as const);
  return {
    ...(set?.categoryId !== undefined && { categoryId: pin.categoryId }),
    ...((addTags ?? removeTags) && { tags: pin.tags }),
    ...(ratings.length > 0 && { ratings: Object.fromEntries(ratings) }),
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  };
}

/**
 * The changes that undo the bulk edit `change`, given the pins as they were before it: the previous values, grouped by
 * pins that had the same values.
 */
function restoring(pins: readonly PinRow[], change: BulkChange): Restoring[] {
  return groupedByValue(pins, (pin) => before(pin, change)).map(({ ids, said }) => ({ ids, set: said, tasks: 'keep' }));
}

type BulkEditDialogProps = {
  projectId: string;
  actor: Actor;
  pins: readonly PinInContext[];
  onClose: () => void;
};

const KEEP = 'keep';
const NONE = 'none';

type Draft = Pick<BulkValuesProps, 'ratings' | 'fields'> & {
  /** `keep` for no change, `none` for no category. */
  categoryId: string;
  move: (typeof PIN_MOVE_NAMES)[number] | typeof KEEP;
  closeTasks: boolean;
  addTags: string[];
  removeTags: string[];
};

const EMPTY: Draft = {
  categoryId: KEEP,
  move: KEEP,
  closeTasks: true,
  addTags: [],
  removeTags: [],
  ratings: {},
  fields: {},
};

function changeOf({ categoryId, move, closeTasks, addTags, removeTags, ratings, fields }: Draft): BulkChange {
  const set = {
    ...(categoryId !== KEEP && { categoryId: categoryId === NONE ? null : categoryId }),
    ...(Object.keys(ratings).length > 0 && { ratings }),
    ...(Object.keys(fields).length > 0 && { fields }),
  };
  return {
    ...(Object.keys(set).length > 0 && { set }),
    ...(addTags.length > 0 && { addTags }),
    ...(removeTags.length > 0 && { removeTags }),
    ...(move !== KEEP && { move }),
    tasks: closeTasks ? 'close' : 'keep',
  };
}

export function BulkEditDialog({ projectId, actor, pins, onClose }: BulkEditDialogProps) {
  const t = useT();
  const act = useAct(projectId);
  const [draft, setDraft] = useState(EMPTY);
  const change = changeOf(draft);
  const something = writes(change) || change.move !== undefined;
  const judged = pins.map((one) => ({ one, why: something ? pinSkipReason(actor, one.pin, change) : undefined }));
  const reached = judged.filter(({ why }) => why === undefined).map(({ one }) => one);
  const reasons = countReasons(judged.flatMap(({ why }) => why ?? []));

  const apply = async () => {
    const before = reached.map(({ pin }) => pin);
    const done = await sendInBatches(
      before.map(({ id }) => id),
      (ids) => act('pin.editMany', { changes: [{ ids, ...change }] }),
    );
    // Status changes are not undone in bulk: tasks that were closed along with their pins would not reopen.
    if (change.move !== undefined || done > MAX_BULK_ROWS) return { done };
    const changes = restoring(before.slice(0, done), change);
    return { done, undo: () => void act('pin.editMany', { changes }) };
  };

  return (
    <BulkFrame
      title={t('pin.bulk.title', { count: pins.length })}
      total={pins.length}
      reached={something ? reached.length : undefined}
      passed={reasons.map(([why, count]) => t(`pin.bulk.passed.${why}`, { count }))}
      apply={something ? t('pin.bulk.apply', { count: reached.length }) : t('pin.bulk.applyNothing')}
      onApply={apply}
      doneWords={(count) => t('pin.bulk.done', { count })}
      onClose={onClose}
    >
      <BulkForm
        projectId={projectId}
        actor={actor}
        pins={pins}
        reached={reached}
        draft={draft}
        onDraft={(part) => setDraft((now) => ({ ...now, ...part }))}
      />
    </BulkFrame>
  );
}

type BulkFormProps = {
  projectId: string;
  actor: Actor;
  pins: readonly PinInContext[];
  reached: readonly PinInContext[];
  draft: Draft;
  onDraft: (part: Partial<Draft>) => void;
};

function BulkForm({ projectId, actor, pins, reached, draft, onDraft }: BulkFormProps) {
  const t = useT();
  const categories = useRowsBy('category', 'projectId', projectId) ?? [];
  const known = [...new Set(pins.flatMap(({ pin }) => pin.tags))].sort();
  const unfinished = reached.reduce(
    (sum, { tasks }) => sum + tasks.filter((task) => UNFINISHED.includes(task.status)).length,
    0,
  );
  const ends = draft.move === 'close' || draft.move === 'deactivate';
  return (
    <>
      <Grid columns="fit" min={240} gap={4} align="start">
        <Select
          label={t('pin.category')}
          value={draft.categoryId}
          onChange={(categoryId) => onDraft({ categoryId })}
          choices={[
            { id: KEEP, label: t('pin.bulk.keep') },
            { id: NONE, label: t('pin.noCategory') },
            ...categories
              .filter((category) => category.active)
              .toSorted((a, b) => a.sort - b.sort)
              .map((category) => ({
                id: category.id,
                label: category.title,
                mark: <PinMark colour={category.colour} size={20} />,
              })),
          ]}
        />
        {can(actor.role, 'pin.setStatus') && (
          <Select
            label={t('pin.status')}
            value={draft.move}
            onChange={(id) => onDraft({ move: PIN_MOVE_NAMES.find((pinMoveName) => pinMoveName === id) ?? KEEP })}
            choices={[
              { id: KEEP, label: t('pin.bulk.keep') },
              ...PIN_MOVE_NAMES.map((id) => ({ id, label: t(`pin.bulk.move.${id}`) })),
            ]}
          />
        )}
      </Grid>
      {ends && unfinished > 0 && (
        <Checkbox isSelected={draft.closeTasks} onChange={(closeTasks) => onDraft({ closeTasks })}>
          {t('pin.bulk.closeTasks', { count: unfinished })}
        </Checkbox>
      )}
      <Grid columns="fit" min={240} gap={4} align="start">
        <TagsField
          label={t('pin.bulk.addTags')}
          tags={draft.addTags}
          known={known}
          onChange={(addTags) => onDraft({ addTags })}
        />
        {known.length > 0 && (
          <TagChoice
            label={t('pin.bulk.removeTags')}
            offered={known}
            tags={draft.removeTags}
            onChange={(removeTags) => onDraft({ removeTags })}
          />
        )}
      </Grid>
      <BulkValues projectId={projectId} ratings={draft.ratings} fields={draft.fields} onChange={onDraft} />
    </>
  );
}
