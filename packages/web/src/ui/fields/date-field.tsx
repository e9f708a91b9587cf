// A date, typed in the order of the locale or picked from a calendar. Values are local dates, `YYYY-MM-DD`, without a
// time zone.
import { type CalendarDate, parseDate } from '@internationalized/date';
import { useRef } from 'react';
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
import { FieldLabel, FieldNotes, type FieldWords, validity } from './field.tsx';

export type DateFieldProps = FieldWords & {
  /** `YYYY-MM-DD`; null where no date is set. */
  value: string | null;
  onChange: (day: string | null) => void;
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

export function DateField(props: DateFieldProps) {
  const { label, hideLabel, help, problem, optional, value, onChange, isDisabled, isReadOnly, onBlur } = props;
  const t = useT();
  const min = dayOf(props.min);
  const max = dayOf(props.max);
  const box = useRef<HTMLDivElement>(null);
  return (
    <DatePicker
      {...validity(problem)}
      className="ui-field"
      value={dayOf(value)}
      onChange={(day) => onChange(day === null ? null : day.toString())}
      isDisabled={isDisabled ?? false}
      isReadOnly={isReadOnly ?? false}
      autoFocus={props.autoFocus ?? false}
      shouldForceLeadingZeros
      {...(min && { minValue: min })}
      {...(max && { maxValue: max })}
      {...(onBlur && { onBlur })}
    >
      <FieldLabel label={label} hideLabel={hideLabel} optional={optional} />
      <Group className="ui-box ui-date-box" ref={box}>
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
              onChange(null);
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
