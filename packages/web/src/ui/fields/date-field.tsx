// A date, typed in the order of the locale or picked from a calendar. Values are local dates, `YYYY-MM-DD`, without a
// time zone.
import { type CalendarDate, parseDate } from '@internationalized/date';
import { isPlausibleYear, MAX_YEAR, MIN_YEAR } from '@plumbline/core/kernel/text';
import { type RefObject, useRef, useState } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  DateInput,
  DatePicker,
  DateSegment,
  Dialog,
  Group,
  Popover,
} from 'react-aria-components';
import { IconButton } from '../actions/icon-button.tsx';
import { ChevronLeftIcon, ChevronRightIcon, CloseIcon, DateIcon, IconMark } from '../icons.tsx';
import { Row } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import './date-field.css';
import { useNoticed } from '../edit-notice.ts';
import { FieldLabel, FieldNotes, type FieldWords, validity } from './field.tsx';

export type DateFieldProps = FieldWords & {
  /** `YYYY-MM-DD`; null where no date is set. */
  value: string | null;
  onChange: (day: string | null) => void;
  /** Called instead of `onChange` for a day picked from the calendar, which needs no further keys. */
  onPick?: ((day: string) => void) | undefined;
  /** First and last selectable day. */
  min?: string | undefined;
  max?: string | undefined;
  isDisabled?: boolean | undefined;
  isReadOnly?: boolean | undefined;
  autoFocus?: boolean | undefined;
  /** Called when focus leaves the field, e.g. to save. */
  onBlur?: (() => void) | undefined;
};

function dayOf(value: string | null | undefined): CalendarDate | null {
  try {
    return value ? parseDate(value) : null;
  } catch {
    return null;
  }
}

const YEARS = { from: String(MIN_YEAR), to: String(MAX_YEAR) };

/** The number in a part of the date as displayed; null where nothing was entered. */
const shownIn = (part: Element | null): number | null =>
  part === null || part.hasAttribute('data-placeholder') ? null : Number(part.getAttribute('aria-valuenow'));

/**
 * Holds a date back while its year is being typed: after "2" and "20" of "2026" it is a valid date, but not the one
 * meant. On leaving the field, two digits become a year of this century; a day that its month does not have, and a date
 * without all its parts, are refused instead of being replaced or ignored.
 */
function useTypedDate(
  box: RefObject<HTMLDivElement | null>,
  value: string | null,
  onChange: (day: string | null) => void,
) {
  const t = useT();
  const [day, setDay] = useState<CalendarDate>();
  const [refused, setRefused] = useState<{ text: string; value: string | null }>();
  // A date set in another way replaces what was refused.
  const refusal = refused?.value === value ? refused : undefined;
  const refusalBefore = useRef<typeof refusal>(undefined);
  const refuse = (text: string) => setRefused({ text, value });
  const change = (next: CalendarDate | null) => {
    const input = box.current;
    // On leaving the field, its parts still show what was typed, while `next` already has the last day of the month.
    if (next !== null && input && !input.contains(document.activeElement)) {
      const typed = shownIn(input.querySelector('[data-type="day"]'));
      const date = input.querySelector('.ui-date-input')?.textContent ?? '';
      if (typed !== null && typed !== next.day) return refuse(t('ui.dateUnknown', { date }));
    }
    setRefused(undefined);
    const held = next !== null && !isPlausibleYear(next.year);
    setDay(held ? next : undefined);
    if (!held) onChange(next === null ? null : next.toString());
  };
  const enter = () => {
    refusalBefore.current = refusal;
  };
  const leave = () => {
    const parts = [...(box.current?.querySelectorAll('[role="spinbutton"]') ?? [])].map(shownIn);
    if (parts.includes(null) && parts.some((part) => part !== null)) {
      refuse(t('ui.dateIncomplete'));
    } else if (day === undefined) {
      // Nothing was typed since the refusal: what is shown now is the date before.
      setRefused((now) => (now === refusalBefore.current ? undefined : now));
    } else if (day.year < 100) {
      const year = day.year + 2000;
      setDay(undefined);
      setRefused(undefined);
      onChange(day.set({ year }).toString());
    } else refuse(t('ui.yearRange', YEARS));
  };
  /** Takes a date that was not typed. */
  const set = <Day extends string | null>(next: Day, take: (day: Day) => void = onChange) => {
    setRefused(undefined);
    setDay(undefined);
    take(next);
  };
  return { day, refusal: refusal?.text, change, enter, leave, set };
}

export function DateField(props: DateFieldProps) {
  const { label, hideLabel, help, optional, value, isDisabled, isReadOnly } = props;
  const t = useT();
  const onChange = useNoticed(props.onChange);
  const min = dayOf(props.min);
  const max = dayOf(props.max);
  const box = useRef<HTMLDivElement>(null);
  const calendar = useRef(false);
  const typed = useTypedDate(box, value, onChange);
  const problem = typed.refusal ?? props.problem;
  return (
    <DatePicker
      {...validity(problem)}
      className="ui-field"
      value={typed.day ?? dayOf(value)}
      onChange={(day) => {
        if (calendar.current && day) typed.set(day.toString(), props.onPick);
        else typed.change(day);
      }}
      onOpenChange={(isOpen) => {
        calendar.current = isOpen;
      }}
      isDisabled={isDisabled ?? false}
      isReadOnly={isReadOnly ?? false}
      autoFocus={props.autoFocus ?? false}
      shouldForceLeadingZeros
      {...(min && { minValue: min })}
      {...(max && { maxValue: max })}
      onFocus={typed.enter}
      onBlur={() => {
        typed.leave();
        props.onBlur?.();
      }}
    >
      <FieldLabel label={label} hideLabel={hideLabel} optional={optional} />
      <Group className="ui-box" ref={box} data-refused={typed.refusal === undefined ? undefined : ''}>
        <DateInput className="ui-date-input">
          {(segment) => <DateSegment segment={segment} className="ui-date-segment" />}
        </DateInput>
        {value !== null && !isDisabled && !isReadOnly && (
          // A null slot keeps it from becoming the calendar button.
          <IconButton
            slot={null}
            icon={CloseIcon}
            label={`${t('ui.clearDate')}: ${label}`}
            size="s"
            onPress={() => {
              typed.set(null);
              // The button disappears together with the date.
              box.current?.querySelector<HTMLElement>('[role="spinbutton"]')?.focus();
            }}
          />
        )}
        <Button className="ui-box-button" aria-label={t('ui.openCalendar')}>
          <IconMark icon={DateIcon} />
        </Button>
      </Group>
      <FieldNotes help={help} problem={problem} />
      <Popover className="ui-popover" offset={4}>
        <Dialog className="ui-calendar-frame" aria-label={label}>
          <Calendar className="ui-calendar">
            <Row gap={0} justify="between" className="ui-calendar-head">
              <Button slot="previous" className="ui-box-button" aria-label={t('ui.earlierMonth')}>
                <IconMark icon={ChevronLeftIcon} />
              </Button>
              <CalendarHeading className="ui-calendar-month" />
              <Button slot="next" className="ui-box-button" aria-label={t('ui.laterMonth')}>
                <IconMark icon={ChevronRightIcon} />
              </Button>
            </Row>
            <CalendarGrid weekdayStyle="short">
              <CalendarGridHeader>
                {(day) => <CalendarHeaderCell className="ui-calendar-weekday">{day}</CalendarHeaderCell>}
              </CalendarGridHeader>
              <CalendarGridBody>{(date) => <CalendarCell date={date} className="ui-calendar-day" />}</CalendarGridBody>
            </CalendarGrid>
          </Calendar>
        </Dialog>
      </Popover>
    </DatePicker>
  );
}
