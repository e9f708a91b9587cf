// The built-in defect list: one row per pin, in landscape, with its location, a photo, and who does what by when.
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { Translator } from '@plumbline/locales/translate';
import { heads, signatureTable, small, taskFigures, when } from './blocks.ts';
import { cell, gap, INK, type Layout, paragraph, row, rowsOf, run, section, table, textWidth } from './document.ts';
import { extraSections } from './extra-sections.ts';
import { grouped } from './pin-block.ts';

import { layoutOf } from './report-frame.ts';

const NUMBER = 16;
const PICTURE = 50;
const TASKS = 66;
/** Four rows fit on a page. */
const BOX = `[width: ${PICTURE - 3}, height: 29]`;

export function defectList(t: Translator, options: ReportOptions): Layout {
  const page = { landscape: true, paper: options.paper };
  const width = textWidth(page);
  const number = [
    paragraph(run('{pin.mark [height: 6]}'), { after: 0 }),
    paragraph(run('{#pin.number}#{pin.number}{/pin.number}', { size: 9, bold: true }), { after: 0 }),
  ];
  const defect = [
    paragraph([run('{pin.title}', { bold: true }), run(`{#not pin.title}${t('pin.untitled')}{/not pin.title}`)], {
      after: 1,
    }),
    paragraph(run('{pin.status}{#pin.category}  ·  {pin.category}{/pin.category}', { size: 9, colour: INK.quiet }), {
      after: 2,
    }),
    when('pin.notes', small('{pin.notes}')),
    when('pin.tags', small('{pin.tags}', INK.quiet)),
    gap(2),
  ];
  const place = [
    paragraph(run(`{pin.planCrop ${BOX}}`), { after: 1 }),
    small(
      '{pin.plan}{#pin.plan.revision} · {pin.plan.revision}{/pin.plan.revision}{#pin.plan}{#pin.room} · {/pin.room}{/pin.plan}{pin.room}',
      INK.quiet,
    ),
    gap(1),
  ];
  const photo = [paragraph(run(`{pin.photo ${BOX}}`), { after: 1 }), gap(1)];
  const tasks = [
    section(
      'tasks',
      paragraph([run('{task.mark} '), run('{task.title}', { size: 9, bold: true })], { after: 0 }),
      when('task.assignee', small('{task.assignee}{#task.company}, {task.company}{/task.company}')),
      paragraph(run('{task.status}{#task.dueDate}  ·  {task.dueDate}{/task.dueDate}', { size: 9, colour: INK.quiet }), {
        after: 4,
      }),
    ),
    gap(1),
  ];
  const labels = [
    t('report.doc.number'),
    t('report.doc.defect'),
    t('report.doc.place'),
    t('report.doc.photo'),
    t('task.list'),
  ];
  const values = [number, defect, place, photo, tasks].map((content) => cell(content, { line: true }));
  const columns = [NUMBER, width - NUMBER - 2 * PICTURE - TASKS, PICTURE, PICTURE, TASKS];
  return layoutOf(t, { page, kind: 'report.ready.defectList', options }, [
    ...(options.without.includes('figures') ? [] : [taskFigures(t, width), gap(8)]),
    ...extraSections(t, page, options),
    grouped(t, options, table({ columns }, heads(...labels), rowsOf('pins', row(...values)))),
    gap(2),
    signatureTable(t, width),
  ]);
}
