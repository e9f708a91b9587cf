// What several built-in templates share: facts with labels, photos in columns, tasks and comments of a pin.
import type { Translator } from '@plumbline/locales/translate';
import { cell, end, gap, INK, paragraph, type Row, run, tab, table, when } from './markup.ts';

const LABEL = 30;

/** A label and its value; longer values wrap to the right of the label. */
export function fact(
  label: string,
  value: string,
  { tight = false, at = LABEL }: { tight?: boolean; at?: number } = {},
) {
  return paragraph([run(label, { size: 9, colour: INK.quiet }), tab, run(value, { size: tight ? 9 : 10 })], {
    tabs: [at],
    hanging: at,
    after: 2,
  });
}

/** A table header row. */
export const heads = (...labels: readonly string[]): Row => ({
  header: true,
  cells: labels.map((label) =>
    cell(paragraph(run(label, { size: 8, bold: true, colour: INK.quiet }), { keepNext: true, after: 0 }), {
      line: true,
      fill: INK.ground,
    }),
  ),
});

const small = (text: string): string => paragraph(run(text, { size: 9 }), { after: 0 });

/** The facts of a pin, each line only if it has a value. */
export function pinFacts(t: Translator): string {
  return [
    fact(t('pin.status'), '{pin.status}'),
    when('pin.category', fact(t('pin.category'), '{pin.category}')),
    when('pin.plan', fact(t('pin.plan'), '{pin.plan}')),
    when('pin.plan.revision', fact(t('plan.revision'), '{pin.plan.revision}')),
    fact(t('pin.created'), '{pin.createdAt}, {pin.createdBy}'),
    when('pin.tags', fact(t('pin.tags'), '{pin.tags}')),
    end('{#ratings}'),
    fact('{rating.title}', '{rating.value}'),
    end('{/ratings}'),
    end('{#fields}'),
    fact('{field.title}', '{field.value}'),
    end('{/fields}'),
  ].join('');
}

/** The free texts of a pin. */
export const pinTexts = (): string =>
  ['pin.notes', 'pin.t1', 'pin.t2', 'pin.t3']
    .map((name) => when(name, paragraph(run(`{${name}}`), { before: 4 })))
    .join('');

export function photoTable(t: Translator, width: number, columns: 1 | 2 | 3): string {
  const column = width / columns;
  const wide = Math.floor(column - 4);
  const box = `[width: ${wide}, height: ${Math.round(wide * 0.75)}]`;
  const cells = Array.from({ length: columns }, (_, place) => {
    const name = `photo${place + 1}`;
    const first = place === 0 ? `{#photoRows [columns: ${columns}]}` : '';
    const last = place === columns - 1 ? '{/photoRows}' : '';
    const look = { size: 8, colour: INK.quiet };
    const about = `{${name}.takenAt}{#${name}.caption}  {${name}.caption}{/${name}.caption}`;
    return cell(
      paragraph([run(first), run(`{${name} ${box}}`)], { keepNext: true, after: 1 }) +
        paragraph([run(about, look), run(last)], { after: 4 }),
    );
  });
  return [
    end('{#any photos}'),
    paragraph(run(t('report.doc.photos')), { style: 'Heading3' }),
    table({ columns: Array.from({ length: columns }, () => column), inset: 0.5 }, [{ cells }]),
    gap(2),
    end('{/any photos}'),
  ].join('');
}

export function taskTable(t: Translator, width: number): string {
  const columns = [12, width - 12 - 40 - 23 - 37, 40, 23, 37];
  const title = paragraph(run('{task.title}', { size: 9, bold: true }), { after: 0 });
  const description = when('task.description', small('{task.description}'));
  const row = [
    small('{#tasks}{#task.number}#{task.number}{/task.number}'),
    title + description + gap(1),
    when('task.assignee', small('{task.assignee}')) + when('task.company', small('{task.company}')) + gap(1),
    small('{task.dueDate}'),
    paragraph([run('{task.mark}'), run(' {task.status}{/tasks}', { size: 9 })], { after: 0 }),
  ];
  return [
    end('{#any tasks}'),
    paragraph(run(t('task.list')), { style: 'Heading3' }),
    table({ columns }, [
      heads(t('report.doc.number'), t('task.title'), t('task.assignee'), t('task.dueDate'), t('task.status')),
      { cells: row.map((content) => cell(content, { line: true })) },
    ]),
    gap(2),
    end('{/any tasks}'),
  ].join('');
}

export const commentList = (t: Translator): string =>
  [
    end('{#any comments}'),
    paragraph(run(t('task.comments')), { style: 'Heading3' }),
    end('{#comments}'),
    paragraph([
      run('{comment.createdBy}, {comment.date}  ', { size: 9, colour: INK.quiet }),
      run('{comment.text}', { size: 9 }),
    ]),
    end('{/comments}'),
    end('{/any comments}'),
  ].join('');

/** The mark, number and name of a pin in one line. */
export const pinName = (t: Translator, size: number): string[] => [
  run(`{pin.mark [height: ${size / 2}]}`),
  run('  {#pin.number}#{pin.number}  {/pin.number}{pin.title}'),
  run(`{#not pin.title}${t('pin.untitled')}{/not pin.title}`),
];

/** Two signature lines. */
export function signatures(t: Translator, width: number): string {
  const line = cell(paragraph('', { before: 34, after: 0 }), { line: true });
  const space = cell(paragraph('', { after: 0 }));
  const label = (text: string) => cell(paragraph(run(text, { size: 8, colour: INK.quiet }), { after: 0 }));
  return table({ columns: [width / 2 - 5, 10, width / 2 - 5], inset: 0 }, [
    { cells: [line, space, line] },
    { cells: [label(t('report.doc.signedManager')), space, label(t('report.doc.signedCompany'))] },
  ]);
}
