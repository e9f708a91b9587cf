// Templates to learn from, as Word and Excel files: every placeholder beside what it shows, inside its lists. Made from the
// grammar.
import type { TemplateType } from '@plumbline/core/features/reports/contract';
import { DEFAULT_REPORT_OPTIONS } from '@plumbline/core/features/reports/options';
import type { Translator } from '@plumbline/locales/translate';
import { explanationOf } from '../filling/tags/explanations.ts';
import { GRAMMAR, type ScopeName, type Tag } from '../filling/tags/grammar.ts';
import { heads, listed, small } from './layouts/blocks.ts';
import { type Block, cell, gap, paragraph, row, rowsOf, run, section, table, textWidth } from './layouts/document.ts';
import { layoutOf } from './layouts/report-frame.ts';
import { type SheetCell, sheetFile } from './sheets/sheet-file.ts';
import { wordFile } from './word/word-file.ts';

export const sampleTemplate = (fileType: TemplateType, t: Translator): Promise<Buffer> =>
  fileType === 'docx' ? sampleDocument(t) : sampleWorkbook(t);

const PAGE = { landscape: false, paper: 'a4' } as const;
const LABEL_WIDTH = 58;
const SIZE = ' [width: 60, height: 40]';
/** Lists whose entries are rows of a table; those of the others are paragraphs. */
const AS_ROWS: ReadonlySet<ScopeName> = new Set(['comment', 'field', 'rating', 'attendee', 'weather', 'signature']);

function sampleDocument(t: Translator): Promise<Buffer> {
  const layout = layoutOf(t, { page: PAGE, kind: 'report.tags.sampleTitle', options: DEFAULT_REPORT_OPTIONS }, [
    paragraph(run(t('report.tags.sampleText')), { after: 8 }),
    ...new SampleWriter(t).content('report'),
  ]);
  return wordFile(layout, t.locale);
}

const tagsOf = (scope: ScopeName): [string, Tag][] => Object.entries<Tag>(GRAMMAR[scope]);
/** Those of pin fields and ratings need a title of the project: the lists of both show them all. */
const isValue = (tag: Tag): boolean => tag.gives !== 'list' && tag.options?.title === undefined;

class SampleWriter {
  private readonly t: Translator;

  constructor(t: Translator) {
    this.t = t;
  }

  /** A table of the values of a scope, followed by its lists. */
  content(scope: ScopeName): Block[] {
    const width = textWidth(PAGE);
    const values = tagsOf(scope).filter(([, tag]) => isValue(tag));
    const facts = table(
      { columns: [LABEL_WIDTH, width - LABEL_WIDTH] },
      ...values.map(([name, tag]) =>
        row(
          cell(small(explanationOf(this.t, scope, name)), { line: true }),
          cell(small(`{${name}${tag.gives === 'picture' ? SIZE : ''}}`), { line: true }),
        ),
      ),
    );
    const lists = tagsOf(scope).flatMap(([name, tag]) =>
      tag.gives === 'list' && isShown(scope, name) ? this.list(scope, name, tag.of) : [],
    );
    return [facts, gap(8), ...lists];
  }

  private list(scope: ScopeName, name: string, of: ScopeName): Block[] {
    const title = explanationOf(this.t, scope, name);
    const width = textWidth(PAGE);
    if (of === 'photoRow') {
      const photos = [1, 2].map((place) => cell(small(`{photo${place} [width: 80, height: 60]}`)));
      const columns = [width / 2, width / 2];
      return [section(`${name} [columns: 2]`, table({ columns }, row(...photos)), gap(4))];
    }
    if (AS_ROWS.has(of)) {
      const values = tagsOf(of).filter(([, tag]) => isValue(tag));
      const columns = values.map(() => width / values.length);
      const labels = values.map(([value]) => explanationOf(this.t, of, value));
      const cells = values.map(([value]) => cell(small(`{${value}}`), { line: true }));
      return [listed(name, title, table({ columns }, heads(...labels), rowsOf(name, row(...cells))))];
    }
    const heading = paragraph(run(title), { style: 'Heading1' });
    return [section(`any ${name}`, heading), section(name, ...this.content(of))];
  }
}

/** Each kind of list once, in the place where it is used most. */
function isShown(scope: ScopeName, name: string): boolean {
  if (scope === 'report') return ['pins', 'attendees', 'weather', 'companies', 'signatures'].includes(name);
  return scope === 'pin' || (scope === 'task' && name === 'comments');
}

const LIST_ROW = 10;
const SHEET_TITLE_LENGTH = 31;

/** Figures of the report above a list of its pins, with their tasks in one cell. */
function sampleWorkbook(t: Translator): Promise<Buffer> {
  const columns = tagsOf('pin').filter(([, tag]) => isValue(tag));
  const lists = [['tasks', '{#tasks}{task.title} ({task.status}, {task.dueDate})\n{/tasks}']] as const;
  const label = (text: string): SheetCell => ({ text, look: 'label' });
  const figures = ['count.pins', 'count.pins.open', 'count.tasks', 'count.tasks.overdue', 'count.photos'];
  const facts = ['report.date', 'report.createdBy', 'project.title', 'project.company', 'project.address'];
  const cells: SheetCell[] = [
    ...columns.map(([name, tag]): SheetCell => {
      const look = name === 'pin.number' ? 'number' : name === 'pin.createdAt' ? 'day' : 'text';
      return { text: `{${name}${sizeOf(name, tag)}}`, look };
    }),
    ...lists.map(([, text]): SheetCell => ({ text, look: 'text' })),
  ];
  const [first, last] = [cells[0], cells.at(-1)];
  if (first) first.text = `{#pins}${first.text}`;
  if (last) last.text = `${last.text}{/pins}`;
  return sheetFile(
    {
      name: t('report.tags.sampleTitle').slice(0, SHEET_TITLE_LENGTH),
      columns: cells.map((one) => (one.look === 'number' ? 8 : 26)),
      rows: [
        [{ text: '{report.title}', look: 'title' }],
        [{ text: t('report.tags.sampleText'), look: 'quiet' }],
        null,
        facts.map((name) => label(explanationOf(t, 'report', name))),
        facts.map((name) => ({ text: `{${name}}`, look: 'plain' })),
        figures.map((name) => label(explanationOf(t, 'report', name))),
        figures.map((name) => ({ text: `{${name}}`, look: 'figure' })),
        null,
        [
          ...columns.map(([name]) => explanationOf(t, 'pin', name)),
          ...lists.map(([name]) => explanationOf(t, 'pin', name)),
        ].map((text): SheetCell => ({ text, look: 'head' })),
        cells,
      ],
      heights: { 1: 36, 9: 22 },
      headRow: LIST_ROW - 1,
      listTo: LIST_ROW,
    },
    t,
  );
}

function sizeOf(name: string, tag: Tag): string {
  if (tag.gives !== 'picture') return '';
  return name === 'pin.mark' ? ' [height: 6]' : ' [width: 46, height: 34]';
}
