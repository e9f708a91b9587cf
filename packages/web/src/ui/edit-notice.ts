// Choices without an input of their own, such as lists, dates and steppers, tell the dialog around them that they have
// changed. Typed text needs no notice: its input events reach the dialog.
import { createContext, useContext } from 'react';

/** Called when a choice in the form has changed; does nothing outside a form that asks before it is discarded. */
export const EditNotice = createContext<() => void>(() => undefined);

/** Wraps the change handler of a choice, so that its form learns of every change. */
export function useNoticed<Value extends readonly unknown[]>(onChange: (...value: Value) => void) {
  const notice = useContext(EditNotice);
  return (...value: Value): void => {
    notice();
    onChange(...value);
  };
}
