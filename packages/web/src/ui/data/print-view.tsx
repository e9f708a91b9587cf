// The printed form of a list: all rows under its title, with the filter and the date. The rest of the page is not
// printed.
import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../actions/button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { CloseIcon, PrintIcon } from '../icons.tsx';
import { Box, Row } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import './print-view.css';

export type PrintColumn<Row> = {
  id: string;
  header: string;
  align?: 'start' | 'end' | undefined;
  cell: (row: Row) => ReactNode;
};

type PrintViewProps<Row> = {
  title: string;
  /** Below the title: the date, and what is shown. */
  lines: readonly string[];
  columns: readonly PrintColumn<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** Shown above the rows, e.g. that there are more. */
  note?: string | undefined;
  onClose: () => void;
};

export function PrintView<Row>({ title, lines, columns, rows, idOf, note, onClose }: PrintViewProps<Row>) {
  const t = useT();
  useEffect(() => {
    const before = document.title;
    // The file name browsers suggest when printing to a file.
    document.title = title;
    document.documentElement.dataset.printing = '';
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose();
    };
    addEventListener('keydown', onKey);
    return () => {
      document.title = before;
      delete document.documentElement.dataset.printing;
      removeEventListener('keydown', onKey);
    };
  }, [title, onClose]);
  return createPortal(
    <div className="print-view" role="dialog" aria-modal="true" aria-label={title}>
      <Row gap={3} align="stretch" justify="between" pad="3 inset" className="print-bar">
        <IconButton icon={CloseIcon} label={t('ui.close')} onPress={onClose} autoFocus />
        <Button kind="next" icon={PrintIcon} onPress={() => print()}>
          {t('export.printNow')}
        </Button>
      </Row>
      <Box as="article" pad="5 inset" className="print-sheet">
        <h1>{title}</h1>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {note !== undefined && <p className="print-note">{note}</p>}
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.id} scope="col" data-align={column.align}>
                  {column.header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={idOf(row)}>
                {columns.map((column) => (
                  <td key={column.id} data-align={column.align}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
    </div>,
    document.body,
  );
}
