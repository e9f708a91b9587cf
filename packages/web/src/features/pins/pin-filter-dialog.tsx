// All fields of the pin filter; the list beside it updates at once, and the button shows the number of matches.
import { EXACT_COUNT, matchesPin, type PinInContext } from '@plumbline/core/features/pins/filter';
import { PIN_STATUSES } from '@plumbline/core/site/rows/pins';
import { NO_PLAN, type PinFilter, READER, SHOWN_TASK_STATUSES } from '@plumbline/core/site/values/pin-filter';
import { readRating, writeRating } from '@plumbline/core/site/values/rating-filter';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { useRow, useRowsBy } from '../../local/use-rows.ts';
import { countOptions } from '../../shared/data/option-counts.ts';
import { NO_COLOUR } from '../../shared/site/no-colour.ts';
import { usePeople } from '../../shared/site/people.ts';
import { readFilter, writeFilter } from '../../shared/site/pins/pin-filter-url.ts';
import { useCategories } from '../../shared/site/pins/use-pins.ts';
import { planNames } from '../../shared/site/plan-names.ts';
import { useToday } from '../../shared/site/today.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DateField } from '../../ui/fields/date-field.tsx';
import { FilterChips } from '../../ui/fields/filter-chips.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Grid, Stack } from '../../ui/layout/primitives.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { PinMark } from '../../ui/marks/pin-mark.tsx';
import { StatusGlyph } from '../../ui/marks/status-badge.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { FieldFilter } from '../fields/field-filter.tsx';
import { useFields } from '../fields/use-fields.ts';
import { countedValues, occurringValues } from './filter-values.ts';
import { useGroups } from './groups/use-groups.ts';
import { levelWords, scaleTitle } from './rating-labels.ts';
import '../../ui/fields/filter.css';

type PinFilterDialogProps = {
  projectId: string;
  filter: PinFilter;
  onFilter: (filter: PinFilter) => void;
  /** All pins before filtering: only values that occur on them are offered. */
  pins: readonly PinInContext[];
  /** The number of current matches. */
  count: number;
  /** False on a single plan, where filtering by plan makes no sense. */
  withPlans: boolean;
  /** Copies a link to the list as it is filtered. */
  copyLink?: ReactNode;
  onClose: () => void;
};

/** Records offered as chips; a filter for others is set by a link to the list. */
const MAX_RECORDS = 60;

export function PinFilterDialog(props: PinFilterDialogProps) {
  const { projectId, filter, onFilter, pins, count, withPlans, copyLink, onClose } = props;
  const t = useT();
  const people = usePeople(projectId);
  const categories = useCategories(projectId);
  const plans = useRowsBy('plan', 'projectId', withPlans ? projectId : null) ?? [];
  const there = useMemo(() => occurringValues(pins, filter.room), [pins, filter.room]);
  const fields = useFields(projectId).filter((field) => field.active || there.fields.has(field.id));
  const set = (change: Partial<PinFilter>) => onFilter({ ...filter, ...change });
  const scales = (useRow('project', projectId)?.ratings ?? []).filter((scale) => there.scales.has(scale.id));
  const creators = people.members.filter((member) => there.creators.has(member.userId));
  const groups = (useGroups(projectId) ?? []).filter((group) => group.active && there.groups.has(group.id));
  const { search } = filter;
  const today = useToday(projectId);
  // Counted after the dialog, and each change of the filter, is shown.
  const calm = useDeferredValue<string | null>(writeFilter(filter), null);
  const counts = useMemo(() => {
    if (calm === null) return undefined;
    return countOptions(pins, readFilter(calm), (one, pin) => matchesPin(one, pin, today), countedValues(today));
  }, [pins, calm, today]);

  return (
    <Dialog
      title={t('pin.filterTitle')}
      size="side"
      isOpen
      onClose={onClose}
      actionsStart={
        <Button kind="quiet" onPress={() => onFilter(search === undefined ? {} : { search })}>
          {t('pin.filterClear')}
        </Button>
      }
      actions={
        <>
          {copyLink}
          <Button kind="brand" onPress={onClose}>
            {count > EXACT_COUNT ? t('pin.filterShowMore') : t('pin.filterShow', { count })}
          </Button>
        </>
      }
    >
      <Stack fluid gap={5}>
        <FilterChips
          label={t('pin.status')}
          choices={PIN_STATUSES.map((id) => ({
            id,
            label: t(`pin.status.${id}`),
            mark: <PinMark colour={NO_COLOUR} status={id} size={18} />,
          }))}
          value={filter.status}
          counts={counts?.status}
          onChange={(status) => set({ status })}
        />
        <FilterChips
          label={t('pin.filter.person')}
          choices={[
            { id: READER, label: t('pin.filter.mine') },
            ...people.everAssignable
              .filter(({ id, type }) => type !== 'TeamGroup' && there.people.has(id))
              .map(({ id, name }) => ({ id, label: name, mark: <Avatar name={name} size={20} decorative /> })),
          ]}
          value={filter.person}
          counts={counts?.person}
          onChange={(person) => set({ person })}
        />
        <FilterChips
          label={t('pin.category')}
          choices={[...categories.values()]
            .filter((one) => there.categories.has(one.id))
            .sort((a, b) => a.sort - b.sort)
            .map((one) => ({ id: one.id, label: one.title, mark: <PinMark colour={one.colour} size={18} /> }))}
          value={filter.category}
          counts={counts?.category}
          onChange={(category) => set({ category })}
        />
        <FilterChips
          label={t('pin.filter.taskStatus')}
          choices={SHOWN_TASK_STATUSES.map((id) => ({
            id,
            label: t(`task.status.${id}`),
            mark: <StatusGlyph status={id} />,
          }))}
          value={filter.taskStatus}
          counts={counts?.taskStatus}
          onChange={(taskStatus) => set({ taskStatus })}
        />
        <FilterChips
          label={t('pin.filter.taskStatus')}
          hideLabel
          choices={[{ id: 'none', label: t('pin.filter.noTasks') }]}
          value={filter.tasks && [filter.tasks]}
          counts={counts?.tasks}
          onChange={(chosen) => set({ tasks: chosen?.[0] })}
        />
        <FilterChips
          label={t('pin.filter.assignee')}
          choices={people.everAssignable
            .filter((one) => there.assignees.has(one.id))
            .map((one) => ({
              id: one.id,
              label: one.name,
              mark: <Avatar name={one.name} size={20} square={one.type === 'TeamGroup'} decorative />,
            }))}
          value={filter.assignee}
          counts={counts?.assignee}
          onChange={(assignee) => set({ assignee })}
        />
        <FilterChips
          label={t('task.company')}
          choices={there.companies.map((id) => ({ id, label: id }))}
          value={filter.company}
          counts={counts?.company}
          onChange={(company) => set({ company })}
        />
        <FilterChips
          label={t('task.craft')}
          choices={there.crafts.map((id) => ({ id, label: id }))}
          value={filter.craft}
          counts={counts?.craft}
          onChange={(craft) => set({ craft })}
        />
        {withPlans && (
          <FilterChips
            label={t('pin.plan')}
            choices={[
              ...[...planNames(plans.filter((plan) => there.plans.has(plan.id)))].map(([id, label]) => ({ id, label })),
              ...(there.plans.has(null) ? [{ id: NO_PLAN, label: t('pin.without') }] : []),
            ]}
            value={filter.plan}
            counts={counts?.plan}
            onChange={(plan) => set({ plan })}
          />
        )}
        <FilterChips
          label={t('pin.room')}
          choices={there.rooms.map((id) => ({ id, label: id }))}
          value={filter.room}
          counts={counts?.room}
          onChange={(room) => set({ room })}
        />
        <FilterChips
          label={t('pin.tags')}
          choices={there.tags.map((tag) => ({ id: tag, label: tag }))}
          value={filter.tag}
          counts={counts?.tag}
          onChange={(tag) => set({ tag })}
        />
        {scales.map((scale) => (
          <FilterChips
            key={scale.id}
            label={scaleTitle(t, scale)}
            choices={scale.levels.map((_, at) => ({
              id: writeRating({ scaleId: scale.id, level: at + 1 }),
              label: levelWords(t, scale, at + 1),
            }))}
            value={filter.rating}
            counts={counts?.rating}
            onChange={(chosen) => {
              const others = filter.rating?.filter((one) => readRating(one)?.scaleId !== scale.id) ?? [];
              const rating = [...others, ...(chosen ?? [])];
              set({ rating: rating.length > 0 ? rating : undefined });
            }}
          />
        ))}
        <FilterChips
          label={t('pin.field.records')}
          choices={[...there.records.values()]
            .slice(0, MAX_RECORDS)
            .map(({ recordId, key, title }) => ({ id: recordId, label: title || key }))}
          value={filter.record}
          counts={counts?.record}
          onChange={(record) => set({ record })}
        />
        <FilterChips
          label={t('nav.groups')}
          choices={groups.map(({ id, title }) => ({ id, label: title }))}
          value={filter.group}
          counts={counts?.group}
          onChange={(group) => set({ group })}
        />
        {there.templates.map((name) => (
          <TextField
            key={name}
            label={t(`pin.template.${name === 't1' ? 1 : name === 't2' ? 2 : 3}`)}
            maxLength={200}
            value={filter[name] ?? ''}
            onChange={(text) => set({ [name]: text === '' ? undefined : text })}
          />
        ))}
        {fields.map((field) => (
          <FieldFilter
            key={field.id}
            field={field}
            conditions={filter.field}
            pins={there.pins}
            onChange={(conditions) => set({ field: conditions })}
          />
        ))}
        <FilterChips
          label={t('pin.filter.photos')}
          choices={[
            { id: 'with', label: t('pin.filter.with') },
            { id: 'without', label: t('pin.filter.without') },
          ]}
          value={filter.photos === undefined ? undefined : [filter.photos]}
          counts={counts?.photos}
          onChange={(chosen) => set({ photos: chosen?.find((one) => one !== filter.photos) })}
        />
        <Grid columns="fit" min={160} gap={3}>
          <DateField
            label={t('pin.filter.createdFrom')}
            value={filter.createdFrom ?? null}
            max={filter.createdTo}
            onChange={(day) => set({ createdFrom: day ?? undefined })}
          />
          <DateField
            label={t('pin.filter.createdTo')}
            value={filter.createdTo ?? null}
            min={filter.createdFrom}
            onChange={(day) => set({ createdTo: day ?? undefined })}
          />
          <DateField
            label={t('pin.filter.changedFrom')}
            value={filter.changedFrom ?? null}
            max={filter.changedTo}
            onChange={(day) => set({ changedFrom: day ?? undefined })}
          />
          <DateField
            label={t('pin.filter.changedTo')}
            value={filter.changedTo ?? null}
            min={filter.changedFrom}
            onChange={(day) => set({ changedTo: day ?? undefined })}
          />
          <DateField
            label={t('pin.filter.dueFrom')}
            value={filter.dueFrom ?? null}
            max={filter.dueTo}
            onChange={(day) => set({ dueFrom: day ?? undefined })}
          />
          <DateField
            label={t('pin.filter.dueTo')}
            value={filter.dueTo ?? null}
            min={filter.dueFrom}
            onChange={(day) => set({ dueTo: day ?? undefined })}
          />
        </Grid>
        <FilterChips
          label={t('pin.creator')}
          choices={creators.map((member) => ({
            id: member.userId,
            label: people.nameOf(member.userId),
            mark: <Avatar name={people.nameOf(member.userId)} size={20} decorative />,
          }))}
          value={filter.creator}
          counts={counts?.creator}
          onChange={(creator) => set({ creator })}
        />
      </Stack>
    </Dialog>
  );
}
