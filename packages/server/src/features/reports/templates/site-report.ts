// The built-in site report: the day and who was present, the status in numbers, then each pin with its plan and photos.
import type { Translator } from '@plumbline/locales/translate';
import { commentList, fact, photoTable, pinFacts, pinName, pinTexts, taskTable } from './blocks.ts';
import { attendeeTable, weatherTable } from './day-tables.ts';
import { cell, end, gap, INK, paragraph, type Row, run, table, when } from './markup.ts';
import { textWidth, wordFile } from './word-file.ts';

const PAGE = { landscape: false };
const WIDTH = textWidth(PAGE);

export function siteReport(t: Translator): Promise<Buffer> {
  return wordFile(
    [
      paragraph(run('{report.title}'), { style: 'Title' }),
      paragraph(run('{project.title}', { size: 11, colour: INK.quiet }), { after: 8 }),
      aboutReport(t),
      gap(8),
      numbers(t),
      weatherTable(t, WIDTH),
      attendeeTable(t, WIDTH),
      end('{#pins}'),
      paragraph(pinName(t, 12), { style: 'Heading2' }),
      pinBlock(t),
      end('{/pins}'),
    ].join(''),
    PAGE,
    t,
  );
}

function aboutReport(t: Translator): string {
  const half = WIDTH / 2;
  const left =
    fact(t('report.doc.date'), '{report.date [format: "long"]}') +
    fact(t('pin.creator'), '{report.createdBy}') +
    fact(t('project.company'), '{project.company}');
  const right =
    when('report.number', fact(t('report.doc.number'), '{report.number}')) +
    fact(t('project.address'), '{project.address}') +
    fact(t('report.pins'), '{count.pins}');
  return table({ columns: [half, half], inset: 0 }, [{ cells: [cell(left), cell(right)] }]);
}

/** The number of tasks by status, in large type across a table. */
function numbers(t: Translator): string {
  const shown = [
    ['count.tasks.open', t('task.status.open'), '1D62A8'],
    ['count.tasks.overdue', t('task.status.overdue'), 'B0241B'],
    ['count.tasks.rejected', t('task.status.rejected'), '86277F'],
    ['count.tasks.done', t('task.status.done'), '216E3F'],
    ['count.tasks.closed', t('task.status.closed'), '3C3832'],
  ] as const;
  const cells = shown.map(([name, label, colour]) =>
    cell(
      paragraph(run(`{${name}}`, { size: 18, bold: true, colour }), { after: 0, before: 3 }) +
        paragraph(run(label, { size: 8.5, colour: INK.quiet }), { after: 3 }),
      { fill: INK.ground },
    ),
  );
  const label = paragraph(run(t('task.list'), { bold: true }), { after: 0 });
  const columns = [WIDTH - 5 * 28, 28, 28, 28, 28, 28];
  const rows: Row[] = [{ cells: [cell(label, { fill: INK.ground, middle: true }), ...cells] }];
  return table({ columns, inset: 3 }, rows) + gap(4);
}

function pinBlock(t: Translator): string {
  const crop = paragraph(run('{pin.planCrop [width: 82, height: 60]}'), { align: 'right', after: 0 });
  return [
    table({ columns: [WIDTH - 84, 84], inset: 0 }, [{ cells: [cell(pinFacts(t) + pinTexts() + gap(1)), cell(crop)] }]),
    gap(2),
    taskTable(t, WIDTH),
    photoTable(t, WIDTH, 2),
    commentList(t),
  ].join('');
}
