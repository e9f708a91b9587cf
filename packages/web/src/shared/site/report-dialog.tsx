// The dialog that creates a report. The app provides it, so that lists of pins can open it without importing the
// reports feature.
import { type ComponentType, createContext, useContext } from 'react';

export type ReportDialogProps = {
  projectId: string;
  /** The pins in report order; without pins and tasks, the user selects them first. */
  pinIds?: readonly string[] | undefined;
  /** The tasks to report on instead of pins. */
  taskIds?: readonly string[] | undefined;
  onClose: () => void;
  onMade?: (() => void) | undefined;
};

const ReportDialogContext = createContext<ComponentType<ReportDialogProps> | undefined>(undefined);

export const ReportDialogProvider = ReportDialogContext.Provider;

/** Throws outside of `ReportDialogProvider`. */
export function useReportDialog(): ComponentType<ReportDialogProps> {
  const dialog = useContext(ReportDialogContext);
  if (dialog === undefined) throw new Error('no report dialog is provided');
  return dialog;
}
