// The built-in task list as a workbook: one row per task, with counts by status above, calculated from the rows.
import type { Translator } from '@plumbline/locales/translate';
import { type CellStyle, type SheetCell, sheetFile } from './sheet-file.ts';

const cell = (text: string, look: CellStyle): SheetCell => ({ text, look });
const STATUSES = ['open', 'overdue', 'rejected', 'done', 'closed'] as const;
const STATUS_COLUMN = 'C';
const LIST = 8;

export function taskSheet(t: Translator): Promise<Buffer> {
  const heads = [
    t('report.doc.number'),
    t('task.title'),
    t('task.status'),
    t('task.dueDate'),
    t('task.assignee'),
    t('report.attendeeCompany'),
    t('report.doc.trade'),
    t('report.doc.defect'),
    t('pin.plan'),
  ];
  const row: SheetCell[] = [
    cell('{#tasks}{task.number}', 'number'),
    cell('{task.title}{#task.description}\n{task.description}{/task.description}', 'text'),
    cell('{task.status}', 'text'),
    cell('{task.dueDate}', 'day'),
    cell('{task.assignee}', 'text'),
    cell('{task.company}', 'text'),
    cell('{task.craft}', 'text'),
    cell('{#task.pin.number}#{task.pin.number} {/task.pin.number}{task.pin.title}', 'text'),
    cell('{task.pin.plan}{/tasks}', 'text'),
  ];
  const names = STATUSES.map((status) => cell(t(`task.status.${status}`), 'label'));
  const area = `${STATUS_COLUMN}${LIST}:${STATUS_COLUMN}${LIST}`;
  const counts = STATUSES.map((_, at): SheetCell => {
    const column = 'BCDEF'[at] ?? 'B';
    return { formula: `COUNTIF(${area},${column}4)`, look: 'figure' };
  });
  return sheetFile(
    {
      name: t('report.ready.taskSheet').slice(0, 31),
      columns: [7, 44, 14, 13, 22, 24, 16, 32, 20],
      rows: [
        [
          cell('{report.title}', 'title'),
          null,
          null,
          null,
          null,
          null,
          null,
          cell('{project.logo [width: 50, height: 12]}', 'plain'),
        ],
        [
          cell(
            '{project.title}{#project.address}  ·  {project.address}{/project.address}  ·  {report.date [format: "long"]}',
            'quiet',
          ),
        ],
        null,
        [{ look: 'label' }, ...names],
        [{ look: 'figure' }, ...counts],
        null,
        heads.map((text) => cell(text, 'head')),
        row,
      ],
      heights: { 1: 36, 4: 18, 5: 26, 7: 22 },
      headRow: 7,
      listTo: LIST,
    },
    t,
  );
}
