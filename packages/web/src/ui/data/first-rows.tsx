// The first rows of a list that is rendered as a whole, with a button that shows more: tens of thousands of rows would
// block the page.
import { type ReactNode, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { useT } from '../translation.tsx';

const STEP = 100;

/** The rows to render, and the button to put after them; null if there are no more. */
export function useFirstRows<Row>(rows: readonly Row[]): [rows: readonly Row[], more: ReactNode] {
  const t = useT();
  const [most, setMost] = useState(STEP);
  if (rows.length <= most) return [rows, null];
  const more = (
    <div key="more">
      <Button onPress={() => setMost(most + STEP)}>{t('ui.showMore')}</Button>
    </div>
  );
  return [rows.slice(0, most), more];
}
