// Holds a value that changes with every key until focus leaves its input, so that one entry is one saved change.
import type { FieldValue } from '@plumbline/core/site/rows/fields';
import { type FocusEvent, useEffect, useRef, useState } from 'react';

type Held = { value: FieldValue | null };

/** `save` is called once per entry; `now` saves without waiting, such as for a choice made with the pointer. */
export function useBufferedValue(value: FieldValue | null, save: (value: FieldValue | null) => void) {
  const [held, setHeld] = useState<Held>();
  const late = useRef({ held, value, save });
  late.current = { ...late.current, value, save };
  const put = (next: Held | undefined) => {
    late.current.held = next;
    setHeld(next);
  };
  const flush = () => {
    const { held: last, value: before, save: keep } = late.current;
    if (!last) return;
    put(undefined);
    if (last.value !== before) keep(last.value);
  };
  const flushLate = useRef(flush);
  flushLate.current = flush;
  // Unmounting a panel does not blur its inputs, so save a pending value here.
  useEffect(() => () => flushLate.current(), []);
  return {
    value: held ? held.value : value,
    change: (next: FieldValue | null) => put({ value: next }),
    now: (next: FieldValue | null) => {
      put({ value: next });
      flush();
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) flush();
    },
  };
}
