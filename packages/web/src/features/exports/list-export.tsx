// Export button for a list: writes the filtered rows in their current order to a file or a print view.

import type { TableFormat } from '@plumbline/core/features/exports/contract';
import { inOneLine } from '@plumbline/locales/one-line';
import { useState } from 'react';
import { saveFile } from '../../api/save-file.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { Menu, type MenuEntry } from '../../ui/actions/menu.tsx';
import { type PrintColumn, PrintView } from '../../ui/data/print-view.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { ToolButton } from '../../ui/fields/filter-button.tsx';
import { DatasetIcon, DownloadIcon, FileIcon, PrintIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';

/** Maximum rows in a print view; more would slow down the browser and produce stacks of paper. */
const MAX_PRINTED_ROWS = 2_000;

export type ListExportProps<Row> = {
  /** Title of the list: used as file name and print heading. */
  title: string;
  /** URL of the export with its filter; format and language are appended here. */
  path: `/api/${string}`;
  query: URLSearchParams;
  /** Content of the print view; undefined for lists that can only be saved as a file. */
  print?:
    | {
        /** Undefined while they are being read: only a complete list is printed. */
        rows: readonly Row[] | undefined;
        columns: readonly PrintColumn<Row>[];
        idOf: (row: Row) => string;
        /** The filter as display text. */
        filter: readonly string[];
      }
    | undefined;
  /** Other formats of the list, and the way back. */
  others?: readonly MenuEntry[] | undefined;
  /** Whether the menu opens at once: it has been loaded by a press on its button. */
  opens?: boolean | undefined;
};

export const fileNameOf = (title: string, ending: string): string =>
  `${title.replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu, ' ').trim()}.${ending}`;

export function ListExport<Row>({ title, path, query, print, others = [], opens }: ListExportProps<Row>) {
  const t = useT();
  const [printing, setPrinting] = useState(false);
  const save = async (format: TableFormat) => {
    const requested = new URLSearchParams(query);
    requested.set('format', format);
    requested.set('language', t.language);
    try {
      await saveFile(`${path}?${requested}`, fileNameOf(title, format));
    } catch (error) {
      showToast({ kind: 'error', text: failureText(t, error) });
    }
  };
  const rows = print?.rows;
  const count = rows?.length ?? 0;
  return (
    <>
      <Menu
        label={t('export.list')}
        placement="bottom end"
        trigger={<ToolButton icon={DownloadIcon} label={t('export.list')} autoFocus={opens ?? false} />}
        opens={opens}
        groups={[
          {
            id: 'files',
            heading: t('export.list'),
            entries: [
              { id: 'xlsx', label: t('export.xlsx'), icon: DatasetIcon, onAction: () => void save('xlsx') },
              { id: 'csv', label: t('export.csv'), icon: FileIcon, onAction: () => void save('csv') },
            ],
          },
          {
            id: 'paper',
            entries: print
              ? [
                  {
                    id: 'print',
                    label: t('export.print'),
                    icon: PrintIcon,
                    disabled: rows === undefined,
                    onAction: () => setPrinting(true),
                  },
                ]
              : [],
          },
          { id: 'others', entries: others },
        ]}
      />
      {printing && print && rows && (
        <PrintView
          title={title}
          lines={[
            t('export.printed', { day: t.date(new Date(), 'long'), count }),
            ...(print.filter.length > 0 ? [inOneLine(print.filter)] : []),
          ]}
          note={
            count > MAX_PRINTED_ROWS
              ? t('export.printPart', { shown: t.number(MAX_PRINTED_ROWS), total: t.number(count) })
              : undefined
          }
          columns={print.columns}
          rows={rows.slice(0, MAX_PRINTED_ROWS)}
          idOf={print.idOf}
          onClose={() => setPrinting(false)}
        />
      )}
    </>
  );
}
