// The built-in defect list as a workbook: one row per pin, for sorting and filtering, with plan and photo.
import type { Translator } from '@plumbline/locales/translate';
import { type CellStyle, type SheetCell, sheetFile } from './sheet-file.ts';

const cell = (text: string, look: CellStyle): SheetCell => ({ text, look });

export function defectSheet(t: Translator): Promise<Buffer> {
  const heads = [
    t('report.doc.number'),
    '',
    t('report.doc.defect'),
    t('pin.category'),
    t('pin.status'),
    t('pin.plan'),
    t('report.doc.place'),
    t('report.doc.photo'),
    t('task.list'),
    t('pin.created'),
  ];
  const tasks =
    '{#tasks}{task.title} ({task.status})\n{#task.assignee}{task.assignee}  {/task.assignee}{#task.dueDate}{task.dueDate}{/task.dueDate}\n{/tasks}';
  const row: SheetCell[] = [
    cell('{#pins}{pin.number}', 'number'),
    cell('{pin.mark [height: 6]}', 'centred'),
    cell(
      `{pin.title}{#not pin.title}${t('pin.untitled')}{/not pin.title}{#pin.notes}\n{pin.notes}{/pin.notes}`,
      'text',
    ),
    cell('{pin.category}', 'text'),
    cell('{pin.status}', 'text'),
    cell('{pin.plan}{#pin.plan.revision}\n{pin.plan.revision}{/pin.plan.revision}', 'text'),
    cell('{pin.planCrop [width: 46, height: 34]}', 'text'),
    cell('{pin.photo [width: 46, height: 34]}', 'text'),
    cell(tasks, 'text'),
    cell('{pin.createdAt}{/pins}', 'day'),
  ];
  return sheetFile(
    {
      name: t('report.ready.defectSheet').slice(0, 31),
      columns: [7, 4.5, 34, 15, 12, 18, 26, 26, 34, 12],
      rows: [
        [
          cell('{report.title}', 'title'),
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          cell('{project.logo [width: 50, height: 12]}', 'plain'),
        ],
        [cell('{project.title}{#project.address}  ·  {project.address}{/project.address}', 'quiet')],
        [
          cell(
            `${t('report.pins')}: {count.pins}  ·  ${t('task.list')}: {count.tasks}  ·  ${t('task.status.overdue')}: {count.tasks.overdue}`,
            'quiet',
          ),
        ],
        null,
        heads.map((text) => cell(text, 'head')),
        row,
      ],
      heights: { 1: 36, 5: 22 },
      headRow: 5,
      listTo: 6,
    },
    t,
  );
}
