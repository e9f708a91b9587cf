// The header of a pin: marker, number and category, editable title, menu, and why the pin cannot be changed.
import { mayReopenPin } from '@plumbline/core/features/pins/rules';
import type { Actor } from '@plumbline/core/site/actor';
import type { CommentRow } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { TaskRow } from '@plumbline/core/site/rows/tasks';
import type { Translator } from '@plumbline/locales/translate';
import { useRow, useRowsBy } from '../../../local/use-rows.ts';
import { NO_COLOUR } from '../../../shared/site/no-colour.ts';
import type { People } from '../../../shared/site/people.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { CloseIcon, LockIcon, PlanIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { PinMark } from '../../../ui/marks/pin-mark.tsx';
import { useT } from '../../../ui/translation.tsx';
import { mayAdd } from '../../media/post-permissions.ts';
import { firstLine, proposedTitle } from '../capture/proposed-title.ts';
import { InlineText } from './inline-text.tsx';
import { PinMenu } from './pin-foot.tsx';
import './pin-panel.css';
import { useMemo, useState } from 'react';
import { useUser } from '../../../shared/session/session.tsx';

const MAX_SUGGESTIONS = 5;

/**
 * Titles recently used in this project, as suggestions for a new pin. The user's own first, then those of others; each
 * once, newest first. Empty unless `wanted`.
 */
function useRecentTitles(projectId: string, wanted: boolean): readonly string[] {
  const { userId } = useUser();
  const pins = useRowsBy('pin', 'projectId', wanted ? projectId : null);
  return useMemo(() => {
    const titled = (pins ?? [])
      .filter((pin) => pin.title !== '')
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    const own = titled.filter((pin) => pin.createdBy === userId);
    return [...new Set([...own, ...titled].map((pin) => pin.title))].slice(0, MAX_SUGGESTIONS);
  }, [pins, userId]);
}

export const pinName = (t: Translator, pin: PinRow): string =>
  pin.number === null ? t('pin.unnumbered') : t('pin.numbered', { number: pin.number });

export type PinHeadProps = {
  projectId: string;
  pin: PinRow;
  tasks: readonly TaskRow[];
  comments: readonly CommentRow[] | undefined;
  people: People;
  actor: Actor | undefined;
  /** Not all tasks are read yet. */
  isPart: boolean;
  editable: boolean;
  /** The title is focused for editing right away. */
  isNaming: boolean;
  /** The pin has just been created: one that is left without a title is named by `fallbackTitle`. */
  isNew: boolean;
  onClose: () => void;
  onShowOnPlan?: (() => void) | undefined;
};

/** After category and place; without either after what was written about the pin first, else after its day and creator. */
function fallbackTitle(t: Translator, { pin, tasks, comments = [], people }: PinHeadProps, place: string): string {
  const texts = [...tasks.flatMap(({ title, description }) => [title, description]), pin.notes];
  return (
    place ||
    firstLine([...texts, ...comments.map(({ text }) => text)]) ||
    [t.date(new Date(pin.createdAt), 'medium'), people.nameOf(pin.createdBy)].filter(Boolean).join(', ')
  );
}

export function PinHead(props: PinHeadProps) {
  const { projectId, pin, tasks, actor, isPart, editable, isNaming, onClose, onShowOnPlan } = props;
  const t = useT();
  const act = useAct(projectId);
  const category = useRow('category', pin.categoryId);
  // The address no longer says so once another section is shown.
  const [isNew] = useState(props.isNew);
  const plan = useRow('plan', isNew ? pin.planId : null);
  const mayReopen = actor !== undefined && mayReopenPin(actor, pin);
  const recent = useRecentTitles(projectId, editable && pin.title === '');
  return (
    <Stack as="header" fluid gap={1} fixed pad="2 4 2" className="pin-head">
      <Row className="pin-head-row">
        <PinMark colour={category?.colour ?? NO_COLOUR} status={pin.status} size={28} />
        <Row as="span" align="baseline" shrink grow weight="strong" className="ui-figures">
          {pin.number === null ? t('pin.unnumbered') : `#${pin.number}`}
          {category && (
            <Text ink={2} weight="regular" cut>
              {category.title}
            </Text>
          )}
        </Row>
        {onShowOnPlan && pin.planId !== null && (
          <IconButton icon={PlanIcon} label={t('pin.show')} onPress={onShowOnPlan} />
        )}
        <PinMenu projectId={projectId} pin={pin} tasks={tasks} actor={actor} isPart={isPart} />
        <IconButton icon={CloseIcon} label={t('pin.close')} shortcut="Esc" onPress={onClose} />
      </Row>
      {editable && <h2 className="ui-hidden">{pin.title || t('pin.untitled')}</h2>}
      {editable ? (
        <InlineText
          label={t('pin.title')}
          placeholder={t('pin.titlePlaceholder')}
          value={pin.title}
          maxLength={200}
          heading
          autoFocus={isNaming}
          offered={recent}
          fallback={isNew ? fallbackTitle(t, props, proposedTitle(category?.title, pin.room || plan?.name)) : undefined}
          onSave={(title) => void act('pin.update', { id: pin.id, set: { title } })}
        />
      ) : (
        <h2 className="pin-title" dir="auto">
          {pin.title || t('pin.untitled')}
        </h2>
      )}
      {pin.status !== 'open' && (
        <Notice kind="info" icon={LockIcon}>
          {t(mayReopen ? 'pin.locked' : 'pin.lockedOnly', { status: pin.status })}
        </Notice>
      )}
      {pin.status === 'open' && actor && !editable && (
        <p className="ui-help">
          {mayAdd(actor, 'post.create', pin, tasks) ? t('pin.readOnlyContent') : t('pin.readOnly')}
        </p>
      )}
    </Stack>
  );
}
