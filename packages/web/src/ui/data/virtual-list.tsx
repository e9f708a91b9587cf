// A virtual list of rich rows of equal height, for any number of rows: pins next to a plan, tasks, people.
// biome-ignore-all lint/a11y/useSemanticElements: a real table cannot hold rows positioned by scroll offset
// biome-ignore-all lint/a11y/useFocusableInteractive: rows have the focus; cells and headers only describe them
import { type ReactNode, useCallback, useRef } from 'react';
import { Skeleton } from '../feedback/skeleton.tsx';
import { Spinner } from '../feedback/spinner.tsx';
import { Row, Stack } from '../layout/primitives.tsx';
import { type RowId, type Selection, useRows } from './rows.ts';
import { type RowEvents, TableRow } from './table-row.tsx';
import './table/virtual-table.css';

export type VirtualListProps<Row> = {
  label: string;
  rows: readonly Row[];
  idOf: (row: Row) => RowId;
  /** Pixels; equal for all rows. */
  rowHeight: number;
  /** The same function as long as rows look the same: rows are rendered again only with a new one. */
  children: (row: Row) => ReactNode;
  selection?: Selection | undefined;
  nameOf?: ((row: Row) => string) | undefined;
  /** Without it, a click on a row selects it. */
  onOpen?: ((row: Row) => void) | undefined;
  currentId?: RowId | undefined;
  loading?: 'first' | 'more' | undefined;
  onEnd?: (() => void) | undefined;
  total?: number | undefined;
  empty?: ReactNode;
};

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function VirtualList<Row>(props: VirtualListProps<Row>) {
  const { label, rows, idOf, rowHeight, children, selection, onOpen, currentId, loading, total, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRows({ rows, idOf, rowHeight, scroller, selection, onOpen, onEnd: props.onEnd });
  const events = useRef<RowEvents<Row>>({ ...list, onOpen, nameOf: props.nameOf });
  events.current = { ...list, onOpen, nameOf: props.nameOf };
  const cell = useCallback(
    (row: Row) => (
      <div role="gridcell" className="ui-list-cell">
        {children(row)}
      </div>
    ),
    [children],
  );

  return (
    <Stack column anchor fill flat className="ui-table">
      <div className="ui-table-scroll" ref={scroller}>
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={total ?? rows.length}
          aria-multiselectable={selection ? true : undefined}
          aria-busy={loading !== undefined}
          tabIndex={-1}
          onKeyDown={list.onKeyDown}
        >
          {loading === 'first' ? (
            PLACEHOLDERS.map((key) => (
              <div key={key} className="ui-list-cell" style={{ height: rowHeight }} aria-hidden="true">
                <Skeleton shape="round" />
                <div style={{ flex: 1 }}>
                  <Skeleton lines={2} />
                </div>
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
                    ariaIndex={index + 1}
                    start={start}
                    height={rowHeight}
                    isFocusable={index === list.current}
                    isChosen={selection?.ids.has(id)}
                    isCurrent={id === currentId}
                    opens={onOpen !== undefined || selection !== undefined}
                    isToggle={onOpen === undefined}
                    events={events}
                    className="ui-table-row ui-list-row"
                  >
                    {cell}
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
