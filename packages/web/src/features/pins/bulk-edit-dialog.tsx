// Changing the chosen pins at once. Before: how many it will reach and why not the others. After: what came of it, and a way back.
import type { FieldValue } from '@plumbline/core/features/fields/schema';
import { type BulkChange, MOST_AT_ONCE, type PassedOver, passedOver, writes } from '@plumbline/core/features/pins/bulk';
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import { PIN_MOVE_NAMES } from '@plumbline/core/features/pins/status';
import type { Actor } from '@plumbline/core/features/sync/actor';
import { UNFINISHED } from '@plumbline/core/features/tasks/status';
import { useState } from 'react';
import { useRow, useRowsBy } from '../../local/use-rows.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Select } from '../../ui/fields/select.tsx';
import { TagsField } from '../../ui/fields/tags-field.tsx';
import { AddIcon, CloseIcon } from '../../ui/icons.tsx';
import { PinMark } from '../../ui/marks/pin-mark.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { FieldInput } from '../fields/field-input.tsx';
import { TagChoice } from '../fields/tag-choice.tsx';
import { useFields } from '../fields/use-fields.ts';
import { restoring } from './bulk-undo.ts';
import { useAct } from './use-act.ts';
import './bulk-edit.css';

type BulkEditDialogProps = {
  projectId: string;
  actor: Actor;
  pins: readonly PinInContext[];
  onClose: () => void;
};

const KEEP = 'keep';
const NONE = 'none';

type Draft = {
  /** `keep` for no change, `none` for no category. */
  categoryId: string;
  move: (typeof PIN_MOVE_NAMES)[number] | typeof KEEP;
  closeTasks: boolean;
  addTags: string[];
  removeTags: string[];
  /** By field id; null empties it. */
  fields: Record<string, FieldValue | null>;
};

const EMPTY: Draft = { categoryId: KEEP, move: KEEP, closeTasks: true, addTags: [], removeTags: [], fields: {} };

function changeOf({ categoryId, move, closeTasks, addTags, removeTags, fields }: Draft): BulkChange {
  const set = {
    ...(categoryId !== KEEP && { categoryId: categoryId === NONE ? null : categoryId }),
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

type Result = { done: number; passed: Partial<Record<PassedOver, number>>; undo: (() => void) | undefined };

export function BulkEditDialog({ projectId, actor, pins, onClose }: BulkEditDialogProps) {
  const t = useT();
  const act = useAct(projectId);
  const [draft, setDraft] = useState(EMPTY);
  const [busy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const set = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  const change = changeOf(draft);
  const something = writes(change) || change.move !== undefined;
  const judged = pins.map((one) => ({ one, why: something ? passedOver(actor, one.pin, change) : undefined }));
  const reached = judged.filter(({ why }) => why === undefined).map(({ one }) => one);
  const passed: Result['passed'] = {};
  for (const { why } of judged) if (why) passed[why] = (passed[why] ?? 0) + 1;

  const apply = async () => {
    setBusy(true);
    let done = 0;
    for (let at = 0; at < reached.length; at += MOST_AT_ONCE) {
      const ids = reached.slice(at, at + MOST_AT_ONCE).map(({ pin }) => pin.id);
      if (!(await act('pin.editMany', { changes: [{ ids, ...change }] }))) break;
      done += ids.length;
    }
    setBusy(false);
    if (done === 0) return;
    const changes = restoring(
      reached.slice(0, done).map(({ pin }) => pin),
      change,
    );
    // Tasks that were closed on the way do not come back by themselves: moves are not taken back in one go.
    const undo =
      change.move === undefined && done <= MOST_AT_ONCE ? () => void act('pin.editMany', { changes }) : undefined;
    if (done < pins.length) {
      setResult({ done, passed, undo });
      return;
    }
    onClose();
    showToast({ kind: 'success', text: t('pin.bulk.done', { count: done }), ...(undo && { onUndo: undo }) });
  };

  if (result) return <BulkResult result={result} onClose={onClose} />;
  return (
    <Dialog
      title={t('pin.bulk.title', { count: pins.length })}
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={busy} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            kind="next"
            isPending={busy}
            isDisabled={!something || reached.length === 0}
            onPress={() => void apply()}
          >
            {something ? t('pin.bulk.apply', { count: reached.length }) : t('pin.bulk.applyNothing')}
          </Button>
        </>
      }
    >
      <div className="bulk-edit">
        <BulkForm projectId={projectId} pins={pins} reached={reached} draft={draft} onDraft={set} />
        {something && reached.length < pins.length && (
          <Notice kind="warning">
            {t('pin.bulk.forecast', { count: reached.length, total: pins.length })} <PassedWords passed={passed} />
          </Notice>
        )}
      </div>
    </Dialog>
  );
}

function PassedWords({ passed }: { passed: Result['passed'] }) {
  const t = useT();
  const words = Object.entries(passed).map(([why, count]) => t(`pin.bulk.passed.${why as PassedOver}`, { count }));
  return <>{t.list(words)}.</>;
}

function BulkResult({ result: { done, passed, undo }, onClose }: { result: Result; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      title={t('pin.bulk.done', { count: done })}
      size="small"
      isOpen
      onClose={onClose}
      actionsStart={
        undo && (
          <Button
            kind="quiet"
            onPress={() => {
              undo();
              onClose();
            }}
          >
            {t('pin.undo')}
          </Button>
        )
      }
      actions={
        <Button kind="brand" onPress={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      <p>
        <PassedWords passed={passed} />
      </p>
    </Dialog>
  );
}

type BulkFormProps = {
  projectId: string;
  pins: readonly PinInContext[];
  reached: readonly PinInContext[];
  draft: Draft;
  onDraft: (part: Partial<Draft>) => void;
};

function BulkForm({ projectId, pins, reached, draft, onDraft }: BulkFormProps) {
  const t = useT();
  const categories = useRowsBy('category', 'projectId', projectId) ?? [];
  const project = useRow('project', projectId);
  const known = [...new Set(pins.flatMap(({ pin }) => pin.tags))].sort();
  const unfinished = reached.reduce(
    (sum, { tasks }) => sum + tasks.filter((task) => UNFINISHED.includes(task.status)).length,
    0,
  );
  const ends = draft.move === 'close' || draft.move === 'deactivate';
  return (
    <>
      <div className="bulk-pair">
        <Select
          label={t('pin.category')}
          value={draft.categoryId}
          onChange={(categoryId) => onDraft({ categoryId })}
          choices={[
            { id: KEEP, label: t('pin.bulk.keep') },
            { id: NONE, label: t('pin.noCategory') },
            ...categories
              .filter((one) => one.active)
              .toSorted((a, b) => a.sort - b.sort)
              .map((one) => ({ id: one.id, label: one.title, mark: <PinMark colour={one.colour} size={20} /> })),
          ]}
        />
        <Select
          label={t('pin.status')}
          value={draft.move}
          onChange={(id) => onDraft({ move: PIN_MOVE_NAMES.find((one) => one === id) ?? KEEP })}
          choices={[
            { id: KEEP, label: t('pin.bulk.keep') },
            ...PIN_MOVE_NAMES.map((id) => ({ id, label: t(`pin.bulk.move.${id}`) })),
          ]}
        />
      </div>
      {ends && unfinished > 0 && (
        <Checkbox isSelected={draft.closeTasks} onChange={(closeTasks) => onDraft({ closeTasks })}>
          {t('pin.bulk.closeTasks', { count: unfinished })}
        </Checkbox>
      )}
      <div className="bulk-pair">
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
      </div>
      {project && <BulkFields projectId={projectId} fields={draft.fields} onFields={(fields) => onDraft({ fields })} />}
    </>
  );
}

type BulkFieldsProps = {
  projectId: string;
  fields: Draft['fields'];
  onFields: (fields: Draft['fields']) => void;
};

/** Custom fields are taken in one by one; one without a value is emptied. */
function BulkFields({ projectId, fields, onFields }: BulkFieldsProps) {
  const t = useT();
  const all = useFields(projectId).filter((field) => field.active);
  const chosen = all.filter((field) => Object.hasOwn(fields, field.id));
  const left = all.filter((field) => !Object.hasOwn(fields, field.id));
  return (
    <>
      {chosen.map((field) => {
        const { [field.id]: value = null, ...others } = fields;
        return (
          <div key={field.id} className="bulk-field">
            <FieldInput
              field={field}
              value={value}
              help={value === null ? t('pin.bulk.empties') : undefined}
              onChange={(next) => onFields({ ...fields, [field.id]: next })}
            />
            <IconButton
              icon={CloseIcon}
              label={t('pin.bulk.leaveField', { title: field.title })}
              onPress={() => onFields(others)}
            />
          </div>
        );
      })}
      {left.length > 0 && (
        <div>
          <Menu
            label={t('pin.bulk.addField')}
            placement="bottom start"
            trigger={<Button icon={AddIcon}>{t('pin.bulk.addField')}</Button>}
            groups={[
              {
                id: 'fields',
                entries: left.map((field) => ({
                  id: field.id,
                  label: field.title,
                  onAction: () => onFields({ ...fields, [field.id]: null }),
                })),
              },
            ]}
          />
        </div>
      )}
    </>
  );
}
