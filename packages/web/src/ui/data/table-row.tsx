// One row of VirtualTable and VirtualList. It renders again only when something of its own changes: a list has dozens of
// rows in the DOM, and typing, sorting or opening one of them must not render the others.
// biome-ignore-all lint/a11y/useSemanticElements: a real table cannot hold rows positioned by scroll offset
// biome-ignore-all lint/a11y/useFocusableInteractive: rows have the focus; cells and headers only describe them
import { type HTMLAttributes, memo, type ReactNode, type RefObject, useRef } from 'react';
import { Stack } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';

/** What a row does; the newest functions are in a ref, so that new ones do not render the rows again. */
export type RowEvents<Row> = {
  rowRef: (index: number) => (element: HTMLElement | null) => void;
  setActive: (index: number) => void;
  toggle: (index: number, extend: boolean) => void;
  onOpen: ((row: Row) => void) | undefined;
  nameOf: ((row: Row) => string) | undefined;
};

export type TableRowProps<Row> = {
  row: Row;
  index: number;
  /** The position in the list as screen readers count it. */
  ariaIndex: number;
  /** Pixels. */
  start: number;
  height: number;
  isFocusable: boolean;
  /** Undefined where rows cannot be selected. */
  isChosen: boolean | undefined;
  isCurrent: boolean;
  opens: boolean;
  /** A click on the row selects it. */
  isToggle?: boolean | undefined;
  events: RefObject<RowEvents<Row>>;
  className: string;
  rowProps?: ((row: Row) => HTMLAttributes<HTMLDivElement>) | undefined;
  /** The cells; the same function as long as they would look the same. */
  children: (row: Row) => ReactNode;
};

function Row<T>(props: TableRowProps<T>) {
  const { row, index, start, height, isChosen, events, children } = props;
  const t = useT();
  const { nameOf } = events.current;
  return (
    <div
      {...props.rowProps?.(row)}
      role="row"
      ref={(element) => events.current.rowRef(index)(element)}
      className={props.className}
      style={{ height, translate: `0 ${start}px` }}
      tabIndex={props.isFocusable ? 0 : -1}
      aria-rowindex={props.ariaIndex}
      aria-selected={isChosen}
      data-current={props.isCurrent ? '' : undefined}
      data-opens={props.opens ? '' : undefined}
      onFocus={() => events.current.setActive(index)}
      onClick={(event) => {
        if (event.defaultPrevented || isControl(event.target, event.currentTarget)) return;
        if (props.isToggle) events.current.toggle(index, event.shiftKey);
        else events.current.onOpen?.(row);
      }}
      onKeyDown={undefined}
    >
      {isChosen !== undefined && (
        <PickCell
          label={nameOf ? t('ui.selectNamed', { name: nameOf(row) }) : t('ui.selectRow')}
          isSelected={isChosen}
          onToggle={(extend) => events.current.toggle(index, extend)}
        />
      )}
      {children(row)}
    </div>
  );
}

// Generic components lose their parameter in memo().
export const TableRow = memo(Row) as typeof Row;

/** Whether a click belongs to a control inside the row rather than the row. */
function isControl(target: EventTarget, row: Element): boolean {
  const control = (target as Element).closest('a, button, input, label, select, textarea, [role="button"]');
  return control !== null && control !== row && row.contains(control);
}

type PickCellProps = { label: string; isSelected: boolean; onToggle: (extend: boolean) => void };

/** A plain checkbox, since there is one in each of the many rows. */
function PickCell({ label, isSelected, onToggle }: PickCellProps) {
  const shift = useRef(false);
  return (
    <div
      role="gridcell"
      className="ui-table-cell ui-table-pick"
      onPointerDownCapture={(event) => {
        shift.current = event.shiftKey;
      }}
    >
      <label className="ui-check" data-selected={isSelected ? '' : undefined}>
        <input
          type="checkbox"
          className="ui-table-pick-input"
          aria-label={label}
          checked={isSelected}
          tabIndex={-1}
          onChange={() => {
            onToggle(shift.current);
            shift.current = false;
          }}
        />
        <Stack as="span" gap={0} center fixed surface="surface" corner="s" className="ui-check-box">
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m3.5 8.3 3 3 6-6.6" />
          </svg>
        </Stack>
      </label>
    </div>
  );
}
