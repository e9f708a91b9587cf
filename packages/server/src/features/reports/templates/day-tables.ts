// The conditions of a day on site and the people present, as tables for the built-in templates.
import type { Translator } from '@plumbline/locales/translate';
import { heads } from './blocks.ts';
import { cell, end, gap, paragraph, type Row, run, table } from './markup.ts';

export function weatherTable(t: Translator, width: number): string {
  const columns = [30, width - 30 - 4 * 24, 24, 24, 24, 24];
  const texts = [
    '{#weather}{weather.date}',
    '{weather.text}',
    '{weather.low}',
    '{weather.high}',
    '{weather.wind}',
    '{weather.rain}{/weather}',
  ];
  return listed('weather', t('report.doc.weather'), columns, [
    heads(
      t('report.doc.date'),
      t('report.doc.weather'),
      t('report.doc.low'),
      t('report.doc.high'),
      t('report.doc.wind'),
      t('report.doc.rain'),
    ),
    { cells: texts.map(line) },
  ]);
}

export function attendeeTable(t: Translator, width: number): string {
  const bold = (text: string) => cell(paragraph(run(text, { size: 9, bold: true }), { after: 0 }));
  return listed(
    'attendees',
    t('report.attendees'),
    [width - 40, 40],
    [
      heads(t('report.attendeeCompany'), t('report.attendeePeople')),
      { cells: [line('{#attendees}{attendee.company}'), line('{attendee.people}{/attendees}')] },
      { cells: [bold(t('report.doc.total')), bold('{count.people}')] },
    ],
  );
}

const line = (text: string) => cell(paragraph(run(text, { size: 9 }), { after: 0 }), { line: true });

const listed = (name: string, title: string, columns: readonly number[], rows: readonly Row[]): string =>
  [
    end(`{#any ${name}}`),
    paragraph(run(title), { style: 'Heading1' }),
    table({ columns }, rows),
    gap(4),
    end(`{/any ${name}}`),
  ].join('');
