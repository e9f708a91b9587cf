// The conditions of a day on site and the people present, as tables for the built-in templates.
import type { Translator } from '@plumbline/locales/translate';
import { heads, listed } from './blocks.ts';
import { type Block, cell, paragraph, row, rowsOf, run, table } from './document.ts';

export function weatherTable(t: Translator, width: number): Block {
  const columns = [30, width - 30 - 4 * 24, 24, 24, 24, 24];
  const names = ['date', 'text', 'low', 'high', 'wind', 'rain'];
  const labels = [
    t('report.doc.date'),
    t('report.doc.weather'),
    t('report.doc.low'),
    t('report.doc.high'),
    t('report.doc.wind'),
    t('report.doc.rain'),
  ];
  const values = row(...names.map((name) => value(`{weather.${name}}`)));
  return listed('weather', t('report.doc.weather'), table({ columns }, heads(...labels), rowsOf('weather', values)));
}

export function attendeeTable(t: Translator, width: number): Block {
  return listed(
    'attendees',
    t('report.attendees'),
    table(
      { columns: [width - 40, 40] },
      heads(t('report.attendeeCompany'), t('report.attendeePeople')),
      rowsOf('attendees', row(value('{attendee.company}'), value('{attendee.people}'))),
      row(value(t('report.doc.total'), true), value('{count.people}', true)),
    ),
  );
}

const value = (text: string, bold = false) =>
  cell(paragraph(run(text, { size: 9, bold }), { after: 0 }), { line: !bold });
