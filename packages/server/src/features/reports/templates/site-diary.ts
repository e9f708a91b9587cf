// The built-in construction diary of one day: weather and people first, then work and findings, and two signatures.
import type { Translator } from '@plumbline/locales/translate';
import { commentList, fact, photoTable, pinName, pinTexts, signatures, taskTable } from './blocks.ts';
import { attendeeTable, weatherTable } from './day-tables.ts';
import { cell, end, gap, INK, paragraph, run, table, when } from './markup.ts';
import { textWidth, wordFile } from './word-file.ts';

const PAGE = { landscape: false };
const WIDTH = textWidth(PAGE);

export function siteDiary(t: Translator): Promise<Buffer> {
  const columns = [Math.round(WIDTH * 0.56), WIDTH - Math.round(WIDTH * 0.56)];
  const left = fact(t('project.title'), '{project.title}') + fact(t('project.company'), '{project.company}');
  const right = fact(t('project.address'), '{project.address}') + fact(t('pin.creator'), '{report.createdBy}');
  const crop = paragraph(run('{pin.planCrop [width: 60, height: 44]}'), { align: 'right', after: 0 });
  return wordFile(
    [
      paragraph(
        [
          run(t('report.ready.siteDiary')),
          run('{#report.number}  {report.number}{/report.number}', { colour: INK.quiet }),
        ],
        { style: 'Title' },
      ),
      paragraph(run('{report.date [format: "weekday"]}', { size: 13, bold: true }), { after: 1 }),
      paragraph(run('{report.title}', { colour: INK.quiet }), { after: 6 }),
      table({ columns, inset: 0 }, [{ cells: [cell(left), cell(right)] }]),
      gap(4),
      weatherTable(t, WIDTH),
      attendeeTable(t, WIDTH),
      paragraph(run(t('report.doc.work')), { style: 'Heading1' }),
      end('{#pins}'),
      paragraph(pinName(t, 12), { style: 'Heading2' }),
      table({ columns: [WIDTH - 62, 62], inset: 0 }, [
        { cells: [cell(when('pin.plan', fact(t('pin.plan'), '{pin.plan}')) + pinTexts() + gap(1)), cell(crop)] },
      ]),
      gap(2),
      taskTable(t, WIDTH),
      photoTable(t, WIDTH, 3),
      commentList(t),
      end('{/pins}'),
      gap(6),
      signatures(t, WIDTH),
    ].join(''),
    PAGE,
    t,
  );
}
