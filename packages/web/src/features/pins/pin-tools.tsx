// Toolbar above every list of pins: search, filter, order, selection and the count.

import { can, scopeOf } from '@plumbline/core/access/capabilities';
import { EXACT_COUNT, filterCount, PIN_SORTS, type PinInContext } from '@plumbline/core/features/pins/filter';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import { isOnlyReader, type PinFilter, READER } from '@plumbline/core/site/values/pin-filter';
import { type ReactNode, startTransition, useState } from 'react';
import { useIsPartial } from '../../local/use-rows.ts';
import { PartialCount } from '../../shared/i18n/partial-count.tsx';
import { CopyLink } from '../../shared/navigation/copy-link.tsx';
import { TypedSearch } from '../../shared/navigation/typed-text.tsx';
import { useActor } from '../../shared/site/actor.ts';
import type { PinOrder } from '../../shared/site/pins/pin-order.ts';
import { Menu } from '../../ui/actions/menu.tsx';
import { FilterButton, ToolButton } from '../../ui/fields/filter-button.tsx';
import { AccountIcon, AddIcon, DownIcon, SelectIcon, SortIcon, UpIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Row, Stack } from '../../ui/layout/primitives.tsx';
import { HANDHELD, PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { exportOnPress } from '../exports/export-button.tsx';
import { useFields } from '../fields/use-fields.ts';
import { ColumnsMenu } from '../views/columns-menu.tsx';
import '../../ui/fields/filter.css';

const FilterSummary = later(() => import('./filter-summary.tsx').then((module) => module.FilterSummary));
const SaveGroup = later(() => import('./groups/save-group.tsx').then((module) => module.SaveGroup));
const PinExport = exportOnPress(() => import('./export/pin-export.tsx').then((module) => module.PinExport));
const PinFilterDialog = later(() => import('./pin-filter-dialog.tsx').then((module) => module.PinFilterDialog));

export type PinToolsProps = {
  projectId: string;
  filter: PinFilter;
  onFilter: (filter: PinFilter) => void;
  order: PinOrder;
  onOrder: (order: PinOrder) => void;
  /** All pins before the filter, and the number of matches; undefined until loaded. */
  pins: readonly PinInContext[] | undefined;
  count: number | undefined;
  /** Set when the list is of one plan; `noPlan` for pins without a plan. */
  planId?: string | undefined;
  group?: GroupRow | undefined;
  /** The rows as shown, once they are complete: then the filter can be saved as a group. */
  rows?: readonly PinInContext[] | undefined;
  /** The list can be exported. */
  exports?: boolean | undefined;
  /** Ids of the custom fields shown as columns; omitted where there are no columns. */
  columns?: readonly string[] | undefined;
  onColumns?: ((columns: readonly string[]) => void) | undefined;
  /** The other columns, and which of them are hidden. */
  standard?: readonly { id: string; title: string }[] | undefined;
  hidden?: readonly string[] | undefined;
  onHidden?: ((hidden: readonly string[]) => void) | undefined;
  /** The address to copy, where it is not the one that is open. */
  link?: string | undefined;
  views?: ReactNode;
  /** The button that saves the first view. */
  firstView?: ReactNode;
  /** Adds a pin that is not on a plan. */
  onAdd?: (() => void) | undefined;
  /** Omitted where there are no actions for a selection. */
  selecting?: boolean | undefined;
  onSelecting?: ((selecting: boolean) => void) | undefined;
};

export function PinTools(props: PinToolsProps) {
  const { projectId, filter, onFilter, order, onOrder, pins, count, planId, group, rows, selecting, onSelecting } =
    props;
  const t = useT();
  const [open, setOpen] = useState(false);
  const fields = useFields(projectId).filter((field) => field.active || order.by === `field.${field.id}`);
  const actor = useActor(projectId);
  const { search, ...rest } = filter;
  const set = filterCount(rest);
  const handheld = useMedia(HANDHELD);
  const phone = useMedia(PHONE);
  const isPart = useIsPartial(projectId);
  const onPlan = planId !== undefined && planId !== 'noPlan';
  const isMine = isOnlyReader(filter.person);
  // Other roles see only their own anyway. Beside a plan there is no room: the filter has it, too.
  const offersMine = !onPlan && actor !== undefined && scopeOf(actor.role, 'pin.view') === 'all';
  const hasLink = props.onColumns !== undefined || planId === undefined;
  const counted = (
    <p
      className={phone && !isPart && filterCount(filter) === 0 ? 'ui-hidden' : 'pin-count ui-figures'}
      data-foot={phone ? '' : undefined}
      aria-live="polite"
    >
      <PartialCount projectId={projectId} count={count}>
        {(count ?? 0) > EXACT_COUNT ? t('pin.countMore') : t('pin.count', { count: count ?? 0 })}
      </PartialCount>
    </p>
  );
  const searchField = (
    <TypedSearch
      label={t('pin.search')}
      kept={search ?? ''}
      publish={(words) => onFilter(words === '' ? rest : { ...rest, search: words })}
    />
  );
  // The button shows and removes it.
  const { person: _, ...others } = rest;
  const summary = filterCount(isMine ? others : rest) > 0 && (
    <FilterSummary
      projectId={projectId}
      filter={isMine ? others : rest}
      onFilter={(next) => onFilter({ ...filter, ...next })}
    />
  );
  const saveGroup = rows &&
    !group &&
    (filterCount(filter) > 0 || planId === 'noPlan') &&
    actor &&
    can(actor.role, 'group.create') && <SaveGroup projectId={projectId} filter={filter} planId={planId} />;
  const tools = (
    <>
      {(isMine || offersMine) && (
        <ToolButton
          icon={AccountIcon}
          label={t('pin.filter.mine')}
          kind={isMine ? 'brand' : 'default'}
          aria-pressed={isMine}
          onPress={() => onFilter({ ...filter, person: isMine ? undefined : [READER] })}
        />
      )}
      <FilterButton count={set} onPress={() => startTransition(() => setOpen(true))} />
      <Menu
        label={t('pin.sort')}
        placement="bottom end"
        trigger={<ToolButton icon={SortIcon} label={t('pin.sort')} />}
        groups={[
          {
            id: 'by',
            heading: t('pin.sort'),
            entries: [
              ...(group?.kind === 'manual'
                ? [
                    {
                      id: 'group',
                      label: t('group.order'),
                      selected: order.by === 'group',
                      onAction: () => onOrder({ by: 'group', direction: 'ascending' }),
                    },
                  ]
                : []),
              ...PIN_SORTS.map((by) => ({
                id: by,
                label: t(`pin.sort.${by}`),
                selected: order.by === by,
                onAction: () => onOrder({ ...order, by }),
              })),
            ],
          },
          {
            id: 'fields',
            heading: t('pin.field.fields'),
            entries: fields.map(({ id, title }) => ({
              id: `field.${id}`,
              label: title,
              selected: order.by === `field.${id}`,
              onAction: () => onOrder({ ...order, by: `field.${id}` }),
            })),
          },
          {
            id: 'direction',
            entries: (['ascending', 'descending'] as const).map((direction) => ({
              id: direction,
              label: t(`pin.sort.${direction}`),
              icon: direction === 'ascending' ? UpIcon : DownIcon,
              selected: order.direction === direction,
              onAction: () => onOrder({ ...order, direction }),
            })),
          },
        ]}
      />
      {props.onColumns && props.onHidden && (
        <ColumnsMenu
          standard={props.standard ?? []}
          hidden={props.hidden ?? []}
          onHidden={props.onHidden}
          fields={fields}
          columns={props.columns ?? []}
          onColumns={props.onColumns}
        />
      )}
      {props.views}
      {phone && saveGroup}
      {/* Also while rows arrive: a button must not vanish under a press. */}
      {props.exports && (
        <PinExport
          projectId={projectId}
          filter={filter}
          order={order}
          planId={planId}
          group={group}
          rows={rows}
          columns={props.columns}
        />
      )}
      {/* Where the row is full, the link is only in the filter. */}
      {hasLink && !handheld && <CopyLink href={props.link} />}
      {onSelecting && (
        <ToolButton
          icon={SelectIcon}
          label={selecting ? t('pin.selectEnd') : t('pin.select')}
          kind={selecting ? 'brand' : 'default'}
          aria-pressed={selecting ?? false}
          onPress={() => onSelecting(!selecting)}
        />
      )}
      {props.onAdd && <ToolButton icon={AddIcon} label={t('pin.addUnplaced')} onPress={props.onAdd} />}
    </>
  );
  return (
    <>
      <Stack fluid fixed line="below" className="pin-tools">
        {phone && !onPlan ? (
          // Two lines at most before the first pin.
          <>
            {searchField}
            <Row role="group" aria-label={t('pin.listTools')} scroll="x" pad="0 inset" className="tools-scroll">
              {summary}
              {tools}
            </Row>
          </>
        ) : (
          <>
            <Row className="pin-tools-row">
              {searchField}
              {tools}
            </Row>
            {summary}
          </>
        )}
        {!phone && (
          <Row justify="between" least="control-s">
            {counted}
            <Row>
              {saveGroup}
              {props.firstView}
            </Row>
          </Row>
        )}
        {open && pins && (
          <PinFilterDialog
            projectId={projectId}
            filter={filter}
            onFilter={onFilter}
            pins={pins}
            count={count ?? 0}
            withPlans={planId === undefined}
            copyLink={hasLink && <CopyLink href={props.link} iconOnly />}
            onClose={() => startTransition(() => setOpen(false))}
          />
        )}
      </Stack>
      {phone && counted}
    </>
  );
}
