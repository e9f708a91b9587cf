// The built-in task list: the tasks of each company, with location and due date, to give to that company.
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { Translator } from '@plumbline/locales/translate';
import { signatureTable, small, taskFigures, when } from './blocks.ts';
import {
  type Block,
  cell,
  gap,
  headerRow,
  INK,
  type Layout,
  paragraph,
  row,
  rowsOf,
  run,
  section,
  table,
  textWidth,
} from './document.ts';
import { layoutOf } from './report-frame.ts';

export function taskList(t: Translator, options: ReportOptions): Layout {
  const page = { landscape: false, paper: options.paper };
  const width = textWidth(page);
  return layoutOf(t, { page, kind: 'report.ready.taskList', options }, [
    taskFigures(t, width),
    section('not tasks', gap(10), paragraph(run(t('task.noneHere'), { colour: INK.quiet })), gap(2)),
    section('companies', gap(10), companyTable(t, width), gap(2)),
    signatureTable(t, width),
  ]);
}

function companyTable(t: Translator, width: number): Block {
  const columns = [14, width - 14 - 40 - 23 - 31, 40, 23, 31];
  const fill = { fill: INK.ground, middle: true };
  const name = run(`{group.title}{#not group.title}${t('organisation.noCompany')}{/not group.title}`, {
    size: 11,
    bold: true,
  });
  const figures = `${t('task.list')}: {group.tasks}  ·  ${t('task.status.overdue')}: {group.tasks.overdue}`;
  const label = (text: string) =>
    cell(paragraph(run(text, { size: 8, bold: true, colour: INK.quiet }), { after: 0, keepNext: true }), {
      line: true,
    });
  const values: Block[][] = [
    [small('{#task.number}#{task.number}{/task.number}')],
    [
      paragraph(run('{task.title}', { size: 9, bold: true }), { after: 0 }),
      when('task.description', small('{task.description}')),
      small(
        '{#task.pin.number}#{task.pin.number}  {/task.pin.number}{task.pin.title}{#task.pin.plan}  ·  {task.pin.plan}{/task.pin.plan}',
        INK.quiet,
      ),
      gap(1),
    ],
    [when('task.assignee', small('{task.assignee}')), when('task.craft', small('{task.craft}', INK.quiet)), gap(1)],
    [small('{task.dueDate}')],
    [paragraph([run('{task.mark}'), run(' {task.status}', { size: 9 })], { after: 0 })],
  ];
  return table(
    { columns },
    headerRow(
      cell(paragraph(name, { style: 'Heading2', keepNext: true }), { ...fill, span: 3 }),
      cell(paragraph(run(figures, { size: 9, colour: INK.quiet }), { align: 'right', after: 0, keepNext: true }), {
        ...fill,
        span: 2,
      }),
    ),
    headerRow(
      label(t('report.doc.number')),
      label(t('task.list')),
      label(t('task.assignee')),
      label(t('task.dueDate')),
      label(t('task.status')),
    ),
    rowsOf('tasks', row(...values.map((content) => cell(content, { line: true })))),
  );
}
