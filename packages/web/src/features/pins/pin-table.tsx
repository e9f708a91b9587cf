// All pins of a project as a table: sorted by its headers, selected for a report.

import { type PinInContext, readPinSort } from '@plumbline/core/features/pins/filter';
import type { FieldRow } from '@plumbline/core/site/rows/fields';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import type { Translator } from '@plumbline/locales/translate';
import { useMemo, useState } from 'react';
import { SO_FAR, useIsPartial, useRowsBy } from '../../local/use-rows.ts';
import { PersonAvatar } from '../../shared/session/person-avatar.tsx';
import { useActor } from '../../shared/site/actor.ts';
import { dueColumnPx, dueWords } from '../../shared/site/due-words.ts';
import { FieldText } from '../../shared/site/field-text.tsx';
import { NO_COLOUR } from '../../shared/site/no-colour.ts';
import { type People, usePeople } from '../../shared/site/people.ts';
import { PinPicture } from '../../shared/site/pins/issue-picture.tsx';
import { leadingStatus, nextDue, type PinOrder } from '../../shared/site/pins/pin-order.ts';
import { TaskSummary } from '../../shared/site/pins/pin-row.tsx';
import { useCategories, useJoinedPins, useOrderedPins } from '../../shared/site/pins/use-pins.ts';
import { useToday } from '../../shared/site/today.ts';
import { type TableColumn, VirtualTable } from '../../ui/data/table/virtual-table.tsx';
import { IconMark, PhotoIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Box, Stack, Text } from '../../ui/layout/primitives.tsx';
import { PinMark } from '../../ui/marks/pin-mark.tsx';
import { StatusBadge } from '../../ui/marks/status-badge.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { NARROW, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { useFields } from '../fields/use-fields.ts';
import { NoPins } from './no-pins.tsx';
import type { PinListProps } from './pin-list.tsx';
import { PinPages, pageOf } from './pin-pages.tsx';
import { PinTools } from './pin-tools.tsx';
import { useMaySelect } from './use-may-select.ts';
import '../../shared/site/pins/pin-list.css';

const PinSelection = later(() => import('./pin-selection.tsx').then((module) => module.PinSelection));

/** Columns to hide: none, in a narrow window, and next to an open pin, so that titles stay readable. */
const HIDDEN_COLUMNS = {
  none: { least: 1_170, ids: new Set<string>() },
  narrow: { least: 946, ids: new Set(['photos', 'createdAt']) },
  beside: { least: 714, ids: new Set(['photos', 'createdAt', 'plan', 'status']) },
};

const NO_PLANS: readonly PlanRow[] = [];

/** The width of the picture before the title beyond that of other titles, and the height of a row with one. */
const PICTURE_PX = 48;
const PICTURE_ROW_PX = 48;

type PinTableProps = PinListProps & {
  order: PinOrder;
  onOrder: (order: PinOrder) => void;
  /** A pin is open next to the table. */
  beside: boolean;
  /** Ids of the custom fields shown as columns; undefined for the first ones. */
  columns: readonly string[] | undefined;
  onColumns: (columns: readonly string[]) => void;
  /** Ids of the other columns that are hidden. */
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
  /** The key under which the widths of the columns are kept. */
  widthsKey: string;
};

/** The column of due dates in the languages with the shortest words. */
const DUE_PX = 116;

/** The columns that can be hidden, with their widths in pixels. */
const HIDEABLE: Readonly<Record<string, number>> = {
  category: 168,
  status: 128,
  tasks: 88,
  dueDate: DUE_PX,
  photos: 68,
  plan: 104,
  room: 112,
  createdAt: 156,
};

/** Custom field columns shown by default; fewer where the other columns leave no space for them. */
const MAX_DEFAULT_FIELDS = 2;
const FIELD_WIDTH = 132;
/** From this width, custom fields fit beside all other columns. */
const WIDE = '(min-width: 1640px)';
const FIGURES: readonly string[] = ['NUMBER', 'CURRENCY', 'PERCENTAGE', 'TIME'];

export function PinTable(props: PinTableProps) {
  const { projectId, planId, group, filter, onFilter, order, onOrder, selectedId, onSelect, beside } = props;
  const t = useT();
  const narrow = useMedia(NARROW);
  const wide = useMedia(WIDE);
  const actor = useActor(projectId);
  const today = useToday(projectId);
  const people = usePeople(projectId);
  const categories = useCategories(projectId);
  const plans = useRowsBy('plan', 'projectId', projectId) ?? NO_PLANS;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const joined = useJoinedPins(projectId, planId, group, SO_FAR);
  const rows = useOrderedPins(projectId, joined, filter, order);
  const maySelect = useMaySelect(actor, rows);
  const picked = chosen.size > 0 ? (rows?.filter(({ pin }) => chosen.has(pin.id)) ?? []) : [];
  const isPart = useIsPartial(projectId);
  const fields = useFields(projectId);
  const hasRooms = useMemo(() => joined?.some(({ pin }) => pin.room !== '') ?? false, [joined]);
  const withRooms = !narrow && !beside && hasRooms;
  const offered = narrow ? 0 : wide ? MAX_DEFAULT_FIELDS : withRooms ? 0 : 1;
  const requested = props.columns ?? fields.slice(0, offered).map((field) => field.id);
  const own = fields.filter((field) => requested.includes(field.id) && (field.active || props.columns !== undefined));
  const tight = narrow || ((own.length > 0 || withRooms) && !wide);
  const spared = HIDDEN_COLUMNS[beside ? 'beside' : tight ? 'narrow' : 'none'];
  const pictured = !narrow && !beside;
  const titleWidth = beside ? 200 : pictured ? 336 : 288;
  const shownFields = beside ? '' : own.map((field) => field.id).join();
  const columns = useMemo(() => {
    const custom = fields.filter((field) => shownFields.split(',').includes(field.id));
    const context = { people, categories, plans, today, own: custom, pictured, titleWidth, withRooms };
    return columnsOf(t, context);
  }, [t, people, categories, plans, today, fields, shownFields, pictured, titleWidth, withRooms]);
  const hidden = props.hidden.filter((id) => id in HIDEABLE && !spared.ids.has(id) && (withRooms || id !== 'room'));
  const saved = hidden.reduce((sum, id) => sum + (HIDEABLE[id] ?? 0), 0);
  const dueExtra = hidden.includes('dueDate') ? 0 : dueColumnPx(t, DUE_PX) - DUE_PX;
  const added = (withRooms ? (HIDEABLE.room ?? 0) : 0) + (pictured ? PICTURE_PX : 0) + dueExtra;
  const shownIds = columns.flatMap(({ id }) => (spared.ids.has(id) || hidden.includes(id) ? [] : [id])).join();
  const shownColumns = useMemo(() => columns.filter(({ id }) => shownIds.split(',').includes(id)), [columns, shownIds]);
  const least = spared.least + added + (beside ? 0 : own.length * FIELD_WIDTH) - saved;
  const page = rows && props.paging ? pageOf(rows, props.paging).rows : rows;
  const isBare = joined?.length === 0 && !isPart;
  const noPins = (
    <NoPins {...{ projectId, planId, group, onFilter }} filter={isBare ? {} : filter} onAdd={props.onAdd} />
  );
  // Without a pin there is nothing to search, sort or export.
  if (isBare) return noPins;

  return (
    <Stack column shrink flat grow fill className="pin-list" data-wide="">
      <PinTools
        projectId={projectId}
        filter={filter}
        onFilter={onFilter}
        order={order}
        onOrder={onOrder}
        pins={joined}
        count={rows?.length}
        planId={planId}
        group={group}
        rows={isPart ? undefined : rows}
        exports
        columns={requested}
        onColumns={props.onColumns}
        standard={columns.filter(({ id }) => id in HIDEABLE).map(({ id, header }) => ({ id, title: header }))}
        hidden={props.hidden}
        onHidden={props.onHidden}
        link={props.link}
        firstView={props.firstView}
        onAdd={props.onAdd}
      />
      <Box grow flat className="pin-list-rows">
        <VirtualTable
          label={t('pin.table')}
          rows={page ?? []}
          rowHeight={pictured ? PICTURE_ROW_PX : undefined}
          columns={shownColumns}
          idOf={({ pin }) => pin.id}
          nameOf={({ pin }) => t('pin.numbered', { number: pin.number ?? '' })}
          minWidth={`${least}px`}
          widthsKey={props.widthsKey}
          sort={{ column: order.by, direction: order.direction }}
          onSort={({ column, direction }) => {
            const by = readPinSort(column);
            if (by) onOrder({ by, direction });
          }}
          loading={rows === undefined || (isPart && rows.length === 0) ? 'first' : undefined}
          currentId={selectedId ?? undefined}
          onOpen={({ pin }) => onSelect(pin.id)}
          selection={maySelect ? { ids: chosen, onChange: setChosen } : undefined}
          empty={noPins}
        />
      </Box>
      {rows && props.paging && <PinPages rows={rows} paging={props.paging} />}
      {picked.length > 0 && rows && actor && (
        <PinSelection
          projectId={projectId}
          actor={actor}
          group={group}
          picked={picked}
          total={rows.length}
          onAll={() => setChosen(new Set(rows.map(({ pin }) => pin.id)))}
          onEnd={() => setChosen(new Set())}
        />
      )}
    </Stack>
  );
}

type RowContext = {
  people: People;
  categories: ReadonlyMap<string, CategoryRow>;
  plans: readonly PlanRow[];
  today: string;
  /** The custom fields shown as columns. */
  own: readonly FieldRow[];
  /** There is space for pictures. */
  pictured: boolean;
  /** The least width of the titles in pixels. */
  titleWidth: number;
  /** Some pins are in a room. */
  withRooms: boolean;
};

function columnsOf(
  t: Translator,
  { people, categories, plans, today, own, pictured, titleWidth, withRooms }: RowContext,
): TableColumn<PinInContext>[] {
  const categoryOf = ({ pin }: PinInContext) => (pin.categoryId === null ? undefined : categories.get(pin.categoryId));
  return [
    {
      id: 'number',
      header: t('pin.number'),
      width: '98px',
      sortable: true,
      cell: (one) => (
        <>
          <PinMark colour={categoryOf(one)?.colour ?? NO_COLOUR} status={one.pin.status} size={22} />
          <span className="ui-figures">{one.pin.number ?? '–'}</span>
        </>
      ),
    },
    {
      id: 'title',
      header: t('pin.title'),
      width: `minmax(${titleWidth}px, 1fr)`,
      sortable: true,
      cell: (one) => (
        <>
          {pictured && <PinPicture pin={one.pin} posts={one.posts} category={categoryOf(one)} />}
          {one.pin.title ? (
            <span className="ui-table-text" dir="auto">
              {one.pin.title}
            </span>
          ) : (
            <Text ink={3} weight="regular">
              {t('pin.untitled')}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'category',
      header: t('pin.category'),
      sortable: true,
      width: 'minmax(168px, 190px)',
      cell: (one) => {
        const category = categoryOf(one);
        return category ? <Tag colour={category.colour}>{category.title}</Tag> : '';
      },
    },
    {
      id: 'status',
      header: t('pin.status'),
      sortable: true,
      width: '128px',
      cell: ({ pin }) => (
        <StatusBadge status={pin.status} plain>
          {t(`pin.status.${pin.status}`)}
        </StatusBadge>
      ),
    },
    {
      id: 'tasks',
      header: t('pin.openTasks'),
      width: '88px',
      cell: (one) => <TaskSummary one={one} today={today} bare />,
    },
    {
      id: 'dueDate',
      header: t('pin.sort.dueDate'),
      width: `${dueColumnPx(t, DUE_PX)}px`,
      sortable: true,
      cell: ({ tasks }) => {
        const due = nextDue(tasks);
        if (due === null) return '';
        const leading = leadingStatus(tasks, today);
        const late = (leading === 'overdue' || leading === 'rejected') && due < today;
        return (
          <Text tight ink={late ? 'danger' : 'inherit'} {...(late && { weight: 'medium' })}>
            {dueWords(t, due, today, late)}
          </Text>
        );
      },
    },
    ...own.map(
      (field): TableColumn<PinInContext> => ({
        id: `field.${field.id}`,
        header: field.title,
        width: `minmax(${FIELD_WIDTH}px, ${FIELD_WIDTH + 20}px)`,
        sortable: true,
        align: FIGURES.includes(field.format.type) ? 'end' : 'start',
        cell: ({ pin }) => <FieldText field={field} value={pin.fields[field.id]} />,
      }),
    ),
    {
      id: 'photos',
      header: t('pin.photosShort'),
      width: '68px',
      cell: ({ posts }) => {
        const count = posts.filter((post) => post.active && post.type === 'Visuals').length;
        return count === 0 ? (
          ''
        ) : (
          <>
            <IconMark icon={PhotoIcon} className="pin-cell-icon" />
            {count}
          </>
        );
      },
    },
    {
      id: 'plan',
      header: t('pin.plan'),
      width: 'minmax(104px, 112px)',
      cell: ({ pin }) => plans.find((plan) => plan.id === pin.planId)?.name ?? t('pin.without'),
    },
    ...(withRooms
      ? [
          {
            id: 'room',
            header: t('pin.room'),
            width: 'minmax(112px, 140px)',
            cell: ({ pin }: PinInContext) => pin.room,
          },
        ]
      : []),
    {
      id: 'createdAt',
      header: t('pin.created'),
      sortable: true,
      width: '156px',
      cell: ({ pin }) => (
        <>
          <PersonAvatar userId={pin.createdBy} name={people.nameOf(pin.createdBy)} size={22} />
          {t.date(new Date(pin.createdAt), 'medium')}
        </>
      ),
    },
  ];
}
