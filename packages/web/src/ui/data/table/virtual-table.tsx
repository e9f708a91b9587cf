// A virtual table for any number of rows: only visible rows are in the DOM. Sorting and loading are up to the caller.
// biome-ignore-all lint/a11y/useSemanticElements: a real table cannot hold rows positioned by scroll offset
// biome-ignore-all lint/a11y/useFocusableInteractive: rows have the focus; cells and headers only describe them
import { type CSSProperties, type HTMLAttributes, type ReactNode, useCallback, useRef } from 'react';
import { Divider } from '../../actions/divider.tsx';
import { Checkbox } from '../../choices/checkbox.tsx';
import { Skeleton } from '../../feedback/skeleton.tsx';
import { Spinner } from '../../feedback/spinner.tsx';
import { DownIcon, IconMark, UpIcon } from '../../icons.tsx';
import { Row, Stack } from '../../layout/primitives.tsx';
import { useRowHeight } from '../../theme/use-row-height.ts';
import { useT } from '../../translation.tsx';
import { type RowId, type Selection, useRows } from '../rows.ts';
import { type RowEvents, TableRow } from '../table-row.tsx';
import { leastWidth, MAX_COLUMN_PX, MIN_COLUMN_PX, trackOf, useColumnWidths, widthOf } from './column-widths.ts';
import './virtual-table.css';

export type Sort = { column: string; direction: 'ascending' | 'descending' };

export type TableColumn<Row> = {
  id: string;
  header: string;
  /** The header is for screen readers only, e.g. over buttons. */
  hideHeader?: boolean | undefined;
  /** A grid track: `minmax(160px, 2fr)` (default `minmax(96px, 1fr)`), `120px`. */
  width?: string | undefined;
  /** Numbers and dates are end-aligned. */
  align?: 'start' | 'end' | undefined;
  sortable?: boolean | undefined;
  /** Strings are truncated with an ellipsis; return elements for anything else. */
  cell: (row: Row) => ReactNode;
};

export type VirtualTableProps<Row> = {
  /** The accessible name of the table. */
  label: string;
  rows: readonly Row[];
  /** The same array as long as the cells look the same: rows are rendered again only with new columns. */
  columns: readonly TableColumn<Row>[];
  idOf: (row: Row) => RowId;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  selection?: Selection | undefined;
  /** The label of a selection checkbox, e.g. "Select pin 12". */
  nameOf?: ((row: Row) => string) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  /** E edits a row. */
  onEdit?: ((row: Row) => void) | undefined;
  /** The row whose details are open next to the table. */
  currentId?: RowId | undefined;
  /** `first`: nothing loaded yet; `more`: further rows are loading. */
  loading?: 'first' | 'more' | undefined;
  onEnd?: (() => void) | undefined;
  /** The total number of rows, where more exist than are loaded. */
  total?: number | undefined;
  /** Shown instead of the rows when there are none. */
  empty?: ReactNode;
  /** Pixels; the row height of the density by default. */
  rowHeight?: number | undefined;
  /** Further props of a row, e.g. for dragging. */
  rowProps?: ((row: Row) => HTMLAttributes<HTMLDivElement>) | undefined;
  /** Minimum width before the table scrolls sideways, e.g. `720px`. */
  minWidth?: string | undefined;
  /** The key under which the widths that the user gives to columns are kept; without one they cannot be changed. */
  widthsKey?: string | undefined;
};

const PICK = 'calc(var(--control) + 4px)';
const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, rows, columns, idOf, selection, onOpen, currentId, loading, total, empty, minWidth } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight(scroller, props.rowHeight);
  const list = useRows({
    rows,
    idOf,
    rowHeight,
    scroller,
    selection,
    onOpen,
    onEdit: props.onEdit,
    onEnd: props.onEnd,
    headHeight: rowHeight,
    leads: true,
  });
  const events = useRef<RowEvents<Row>>({ ...list, onOpen, nameOf: props.nameOf });
  events.current = { ...list, onOpen, nameOf: props.nameOf };
  const cells = useCallback(
    (row: Row) => columns.map((column) => <Cell key={column.id} {...{ column, row }} />),
    [columns],
  );
  const sizes = useColumnWidths(props.widthsKey);
  const tracks = columns.map((column) => trackOf(column, sizes.widths));
  const sum = leastWidth(columns, sizes.widths);
  const least = sum === undefined ? minWidth : `calc(${sum}px${selection ? ` + ${PICK}` : ''})`;
  const style = {
    '--columns': [...(selection ? [PICK] : []), ...tracks].join(' '),
    ...(least !== undefined && { '--least': least }),
  } as CSSProperties;

  return (
    <Stack column anchor fill flat className="ui-table" style={style}>
      <div className="ui-table-scroll" ref={scroller}>
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={(total ?? rows.length) + 1}
          aria-colcount={columns.length + (selection ? 1 : 0)}
          aria-multiselectable={selection ? true : undefined}
          aria-busy={loading !== undefined}
          tabIndex={-1}
          onKeyDown={list.onKeyDown}
        >
          <TableHead {...props} sizes={sizes} />
          {loading === 'first' ? (
            PLACEHOLDERS.map((key) => (
              <div key={key} className="ui-table-wait" style={{ height: rowHeight }} aria-hidden="true">
                {selection && <span />}
                {columns.map((column) => (
                  <Skeleton key={column.id} width="70%" />
                ))}
              </div>
            ))
          ) : (
            <div role="rowgroup" className="ui-table-body" style={{ height: list.virtual.getTotalSize() }}>
              {list.virtual.getVirtualItems().map(({ index, key, start }) => {
                const row = rows[index];
                if (row === undefined) return null;
                const id = idOf(row);
                return (
                  <TableRow
                    key={key}
                    row={row}
                    index={index}
                    ariaIndex={index + 2}
                    start={start}
                    height={rowHeight}
                    isFocusable={index === list.current}
                    isChosen={selection?.ids.has(id)}
                    isCurrent={id === currentId}
                    opens={onOpen !== undefined}
                    events={events}
                    className="ui-table-row"
                    rowProps={props.rowProps}
                  >
                    {cells}
                  </TableRow>
                );
              })}
            </div>
          )}
        </div>
        {loading === 'more' && (
          <Row justify="center" pad={3} size="s" ink={3}>
            <Spinner />
          </Row>
        )}
        {loading === undefined && rows.length === 0 && empty}
      </div>
    </Stack>
  );
}

function Cell<Row>({ column, row }: { column: TableColumn<Row>; row: Row }) {
  const content = column.cell(row);
  return (
    <div role="gridcell" className="ui-table-cell" data-end={column.align === 'end' ? '' : undefined}>
      {typeof content === 'string' || typeof content === 'number' ? (
        <span className="ui-table-text" dir="auto">
          {content}
        </span>
      ) : (
        content
      )}
    </div>
  );
}

type TableHeadProps<Row> = VirtualTableProps<Row> & { sizes: ReturnType<typeof useColumnWidths> };

function TableHead<Row>({ rows, columns, idOf, sort, onSort, selection, widthsKey, sizes }: TableHeadProps<Row>) {
  const t = useT();
  const all = selection !== undefined && rows.length > 0 && rows.every((row) => selection.ids.has(idOf(row)));
  const some = selection !== undefined && selection.ids.size > 0 && !all;
  return (
    <div role="row" className="ui-table-head" aria-rowindex={1}>
      {selection && (
        <div role="columnheader" className="ui-table-heading ui-table-pick">
          <Checkbox
            aria-label={t('ui.selectAll')}
            isSelected={all}
            isIndeterminate={some}
            onChange={() => selection.onChange(all ? new Set() : new Set(rows.map(idOf)))}
          />
        </div>
      )}
      {columns.map((column) => {
        const direction = sort?.column === column.id ? sort.direction : undefined;
        return (
          <div
            key={column.id}
            role="columnheader"
            className="ui-table-heading"
            data-end={column.align === 'end' ? '' : undefined}
            aria-sort={column.sortable ? (direction ?? 'none') : undefined}
            aria-label={widthsKey !== undefined && column.header !== '' ? column.header : undefined}
          >
            {column.sortable && onSort ? (
              <button
                type="button"
                className="ui-table-sort"
                onClick={() =>
                  onSort({ column: column.id, direction: direction === 'ascending' ? 'descending' : 'ascending' })
                }
              >
                <span>{column.header}</span>
                <IconMark icon={direction === 'descending' ? DownIcon : UpIcon} />
              </button>
            ) : (
              <span className={column.hideHeader || column.header === '' ? 'ui-hidden' : undefined}>
                {column.header || t('shell.more')}
              </span>
            )}
            {widthsKey !== undefined && column.header !== '' && (
              <Divider
                className="ui-table-divider"
                label={t('ui.columnWidth', { column: column.header })}
                value={widthOf(column, sizes.widths)}
                min={MIN_COLUMN_PX}
                max={MAX_COLUMN_PX}
                grows="right"
                measure={(divider) => divider.parentElement?.offsetWidth ?? 0}
                onMove={(width) => sizes.show(column.id, width)}
                onEnd={(width) => sizes.save(column.id, width)}
                onReset={() => sizes.save(column.id)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
