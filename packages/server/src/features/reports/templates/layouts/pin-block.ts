// A pin as one table whose heading row is repeated on each page that it continues on: its photos, tasks and comments
// can be read as those of no other pin.
import type { ReportOptions } from '@plumbline/core/features/reports/options';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import { fact, small, when } from './blocks.ts';
import {
  type Block,
  type Cell,
  cell,
  gap,
  headerRow,
  INK,
  type Inline,
  MARGIN,
  type Page,
  pageSize,
  paragraph,
  type Row,
  type RowItem,
  row,
  rowsOf,
  run,
  section,
  table,
} from './document.ts';

/** The grid of a pin's table; each row divides it differently. */
const COLUMNS = 12;

export type PinBlockOptions = {
  page: Page;
  width: number;
  /** The plan detail: it takes `span` of the twelve columns; `shape` is its height as a share of its width. */
  crop?: { span: number; shape: number };
  /** Without it, no photos. */
  photoColumns?: 1 | 2 | 3 | 4;
  /** Height of the photos' boxes as a share of their width. */
  photoShape?: number;
  /** Notes and facts. */
  facts: 'all' | 'notes';
  tasks: boolean;
  comments: boolean;
};

const PHOTO_COLUMNS = { large: 2, medium: 3, small: 4 } as const;
/** The photos on a page. */
const PHOTO_GRIDS = {
  page1: { columns: 1, rows: 1 },
  page2: { columns: 1, rows: 2 },
  page4: { columns: 2, rows: 2 },
  page6: { columns: 2, rows: 3 },
  page9: { columns: 3, rows: 3 },
} as const;
/** In millimetres, for each row: the heading and place of its pin above, and the caption below. */
const AROUND_PHOTOS = 26;

type Photos = Pick<PinBlockOptions, 'photoColumns' | 'photoShape'>;

function photosAs(size: ReportOptions['photos'], usual: PinBlockOptions): Photos {
  const { page, width, photoColumns, photoShape } = usual;
  if (size === 'none') return {};
  if (size === 'template') return { ...(photoColumns && { photoColumns }), ...(photoShape && { photoShape }) };
  if (size === 'large' || size === 'medium' || size === 'small') return { photoColumns: PHOTO_COLUMNS[size] };
  const { columns, rows } = PHOTO_GRIDS[size];
  const usable = pageSize(page).height - MARGIN.top - MARGIN.bottom;
  // At most square: photos of any shape stand on equal grounds.
  return { photoColumns: columns, photoShape: Math.min(1, (usable / rows - AROUND_PHOTOS) / (width / columns)) };
}

/** What of a pin is shown, as chosen for the report. */
function chosen(usual: PinBlockOptions, { photos, without }: ReportOptions): PinBlockOptions {
  const { crop, photoColumns: _columns, photoShape: _shape, ...rest } = usual;
  return {
    ...rest,
    ...(crop && !without.includes('planCrop') && { crop }),
    ...photosAs(photos, usual),
    tasks: usual.tasks && !without.includes('tasks'),
    comments: usual.comments && !without.includes('comments'),
  };
}

const GROUPS = {
  plan: { list: 'plans', without: 'pin.without' },
  room: { list: 'rooms', without: 'pin.noRoom' },
  category: { list: 'categories', without: 'pin.noCategory' },
  company: { list: 'pinCompanies', without: 'organisation.noCompany' },
  status: { list: 'statuses', without: 'pin.status' },
} as const satisfies Record<string, { list: string; without: TextKey }>;

/** The pins of the report, each with `content` around its table, under the headings of their groups. */
export function pinBlocks(
  t: Translator,
  usual: PinBlockOptions,
  options: ReportOptions,
  content: (pinTable: Block) => readonly Block[],
): Block {
  return grouped(t, options, section('pins', ...content(pinTable(t, chosen(usual, options)))));
}

/** `pins` once, or under the heading of each group. */
export function grouped(t: Translator, { group }: Pick<ReportOptions, 'group'>, pins: Block): Block {
  if (group === 'none') return pins;
  const { list, without } = GROUPS[group];
  const title = `{group.title}{#not group.title}${t(without)}{/not group.title}`;
  return section(list, paragraph(run(title), { style: 'Heading1', keepNext: true }), pins);
}

/** The mark, number and name of a pin. */
export const pinName = (t: Translator, size: number): Inline[] => [
  run(`{pin.mark [height: ${size / 2}]}`),
  run('  {#pin.number}#{pin.number}  {/pin.number}{pin.title}', { size, bold: true }),
  run(`{#not pin.title}${t('pin.untitled')}{/not pin.title}`, { size, bold: true }),
];

function pinTable(t: Translator, options: PinBlockOptions): Block {
  const one = options.width / COLUMNS;
  return table(
    { columns: Array.from({ length: COLUMNS }, () => one), inset: 1.5 },
    heading(t),
    ...factRows(t, options),
    ...photoRows(options),
    ...(options.tasks ? [taskRows(t)] : []),
    ...(options.comments ? [commentRows()] : []),
  );
}

function heading(t: Translator): Row {
  const look = { fill: INK.ground, line: true, middle: true };
  return headerRow(
    cell(paragraph(pinName(t, 11), { style: 'Heading2', keepNext: true }), { ...look, span: 9 }),
    cell(paragraph(run('{pin.status}', { size: 9, colour: INK.quiet }), { align: 'right', after: 0, keepNext: true }), {
      ...look,
      span: 3,
    }),
  );
}

function factRows(t: Translator, { width, crop, facts, photoColumns }: PinBlockOptions): RowItem[] {
  const notes = [...pinTexts()];
  const all = facts === 'all' ? pinFacts(t) : locationFacts(t);
  // The second cell marks the end of a section over rows.
  const wide = (blocks: readonly Block[]) => row(cell(blocks, { span: COLUMNS - 1 }), cell(gap(1), { span: 1 }));
  if (!crop)
    return [wide(photoColumns === undefined ? [...notes, ...all, gap(1)] : keptWithNext([...notes, ...all, gap(1)]))];
  const wideCrop = Math.floor((width * crop.span) / COLUMNS - 2.5);
  const highCrop = Math.round(wideCrop * crop.shape);
  const picture = paragraph(run(`{pin.planCrop [width: ${wideCrop}, height: ${highCrop}]}`), {
    align: 'right',
    after: 0,
    before: 2,
  });
  return [
    rowsOf(
      'pin.planCrop',
      row(cell([...notes, ...all, gap(1)], { span: COLUMNS - crop.span }), cell(picture, { span: crop.span })),
    ),
    rowsOf('not pin.planCrop', wide([...notes, ...all, gap(1)])),
  ];
}

/** Text that stays on the page of the photos below it. */
const keptWithNext = (blocks: readonly Block[]): Block[] =>
  blocks.map((block): Block => {
    if (block.kind === 'paragraph') return { ...block, look: { ...block.look, keepNext: true } };
    if (block.kind === 'gap') return { ...block, keepNext: true };
    return block.kind === 'section' ? { ...block, content: keptWithNext(block.content) } : block;
  });

/** The free texts of a pin. */
const pinTexts = (): Block[] =>
  ['pin.notes', 'pin.t1', 'pin.t2', 'pin.t3'].map((name) =>
    when(name, paragraph(run(`{${name}}`, { size: 9.5 }), { before: 2, after: 4 })),
  );

const locationFacts = (t: Translator): Block[] => [
  when('pin.plan', fact(t('pin.plan'), '{pin.plan}{#pin.plan.revision}  ·  {pin.plan.revision}{/pin.plan.revision}')),
  when('pin.room', fact(t('pin.room'), '{pin.room}')),
];

const pinFacts = (t: Translator): Block[] => [
  when('pin.category', fact(t('pin.category'), '{pin.category}')),
  ...locationFacts(t),
  fact(t('pin.created'), '{pin.createdAt}, {pin.createdBy}'),
  when('pin.tags', fact(t('pin.tags'), '{pin.tags}')),
  section('ratings', fact('{rating.title}', '{rating.value}')),
  section('fields', fact('{field.title}', '{field.value}')),
];

function photoRows({ width, photoColumns, photoShape = 0.75 }: PinBlockOptions): RowItem[] {
  if (photoColumns === undefined) return [];
  const span = COLUMNS / photoColumns;
  const wide = Math.floor(width / photoColumns - 3.2);
  const box = `[width: ${wide}, height: ${Math.round(wide * photoShape)}]`;
  const cells = Array.from({ length: photoColumns }, (_, at): Cell => {
    const name = `photo${at + 1}`;
    const about = `{${name}.takenAt}{#${name}.caption}  {${name}.caption}{/${name}.caption}`;
    return cell(
      [
        paragraph(run(`{${name} ${box}}`), { after: 1, before: 1 }),
        paragraph(run(about, { size: 8, colour: INK.quiet }), { after: 2 }),
      ],
      { span },
    );
  });
  return [rowsOf(`photoRows [columns: ${photoColumns}]`, row(...cells))];
}

/** The columns of the tasks: title, assignee, due date, status. */
const TASK_SPANS = [5, 3, 2, 2] as const;

function taskRows(t: Translator): RowItem {
  const labels = [t('task.list'), t('task.assignee'), t('task.dueDate'), t('task.status')];
  const label = (text: string, at: number) =>
    cell(paragraph(run(text, { size: 8, bold: true, colour: INK.quiet }), { before: 3, after: 0, keepNext: true }), {
      line: true,
      span: TASK_SPANS[at] ?? 1,
    });
  const values: Block[][] = [
    [
      paragraph(run('{#task.number}#{task.number}  {/task.number}{task.title}', { size: 9, bold: true }), { after: 0 }),
      when('task.description', small('{task.description}')),
      gap(1),
    ],
    [when('task.assignee', small('{task.assignee}')), when('task.company', small('{task.company}', INK.quiet)), gap(1)],
    [small('{task.dueDate}')],
    [paragraph([run('{task.mark [width: 3.2, height: 3.2]}'), run(' {task.status}', { size: 8.5 })], { after: 0 })],
  ];
  return rowsOf(
    'any tasks',
    row(...labels.map(label)),
    rowsOf('tasks', row(...values.map((content, at) => cell(content, { line: true, span: TASK_SPANS[at] ?? 1 })))),
  );
}

function commentRows(): RowItem {
  return rowsOf(
    'comments',
    row(
      cell(small('{comment.createdBy}, {comment.date}', INK.quiet), { span: 4 }),
      cell(small('{comment.text}'), { span: 8 }),
    ),
  );
}
