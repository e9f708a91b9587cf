// The built-in defect list: one row per pin, in landscape, with its location, a photo, and who does what by when.
import type { Translator } from '@plumbline/locales/translate';
import { heads } from './blocks.ts';
import { cell, end, gap, INK, paragraph, run, table, when } from './markup.ts';
import { textWidth, wordFile } from './word-file.ts';

const PAGE = { landscape: true };
const WIDTH = textWidth(PAGE);
const NUMBER = 16;
const PICTURE = 52;
const TASKS = 66;
const COLUMNS = [NUMBER, WIDTH - NUMBER - 2 * PICTURE - TASKS, PICTURE, PICTURE, TASKS];

const small = (text: string, colour?: string): string =>
  paragraph(run(text, { size: 9, ...(colour && { colour }) }), { after: 1 });

export function defectList(t: Translator): Promise<Buffer> {
  const number =
    paragraph(run('{#pins}{pin.mark [height: 6]}'), { after: 0 }) +
    paragraph(run('{#pin.number}#{pin.number}{/pin.number}', { size: 9, bold: true }), { after: 0 });
  const defect =
    paragraph([run('{pin.title}', { bold: true }), run(`{#not pin.title}${t('pin.untitled')}{/not pin.title}`)], {
      after: 1,
    }) +
    when('pin.category', small('{pin.category}', INK.quiet)) +
    when('pin.notes', small('{pin.notes}')) +
    when('pin.tags', small('{pin.tags}', INK.quiet)) +
    gap(3);
  const place =
    paragraph(run(`{pin.planCrop [width: ${PICTURE - 4}, height: 36]}`), { after: 1 }) +
    when('pin.plan', small('{pin.plan}')) +
    when('pin.plan.revision', small(`${t('plan.revision')} {pin.plan.revision}`, INK.quiet)) +
    gap(3);
  const photo = paragraph(run(`{pin.photo [width: ${PICTURE - 4}, height: 36]}`), { after: 0 }) + gap(3);
  const tasks = [
    end('{#tasks}'),
    paragraph([run('{task.mark} '), run('{task.title}', { size: 9, bold: true })], { after: 0 }),
    when('task.assignee', small('{task.assignee}{#task.company}, {task.company}{/task.company}')),
    small('{task.status}{#task.dueDate}  ·  {task.dueDate}{/task.dueDate}', INK.quiet),
    end('{/tasks}'),
    paragraph(run('{/pins}'), { after: 0 }),
  ].join('');
  const rows = [
    heads(t('report.doc.number'), t('report.doc.defect'), t('report.doc.place'), t('report.doc.photo'), t('task.list')),
    { cells: [number, defect, place, photo, tasks].map((content) => cell(content, { line: true })) },
  ];
  const about = `{project.title}{#project.address}  ·  {project.address}{/project.address}  ·  {report.date [format: "long"]}`;
  return wordFile(
    [
      paragraph(run('{report.title}'), { style: 'Title' }),
      paragraph(run(about, { colour: INK.quiet }), { after: 2 }),
      paragraph(
        run(
          `${t('report.pins')}: {count.pins}  ·  ${t('task.list')}: {count.tasks.unfinished}  ·  ${t('task.status.overdue')}: {count.tasks.overdue}`,
          { colour: INK.quiet },
        ),
        { after: 8 },
      ),
      table({ columns: COLUMNS }, rows),
      gap(2),
    ].join(''),
    PAGE,
    t,
  );
}
