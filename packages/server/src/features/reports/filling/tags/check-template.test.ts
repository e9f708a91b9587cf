import type { TemplateProblem } from '@plumbline/core/features/reports/template-problem';
import { describe, expect, test } from 'vitest';
import { zipBuffer } from '../../../../office/zip-write.ts';
import { wordsIn } from '../../content/report-texts.ts';
import { NAMESPACES, p, relation, relations, tbl, tc, tr, types, wordFile } from '../../fixtures/word.ts';
import { BUILT_IN_TEMPLATES, builtInFile } from '../../templates/ready-made.ts';
import { checkTemplate } from './check-template.ts';
import { GRAMMAR, listOf, type ScopeName, TAG_NAMES } from './grammar.ts';

const problemsOf = async (body: string, more = {}) => (await checkTemplate(await wordFile(body, more))).problems;
const box = (text: string) => `<w:p><w:r><w:pict><w:txbxContent>${p(text)}</w:txbxContent></w:pict></w:r></w:p>`;

const CASES: [string, string, Partial<TemplateProblem>[]][] = [
  ['a list without an end', p('{#pins}{pin.title}'), [{ code: 'missing', tag: '{#pins}', suggestion: '{/pins}' }]],
  ['an end without a list', p('{report.title}{/pins}'), [{ code: 'missing', tag: '{/pins}', suggestion: '{#pins}' }]],
  [
    'ends in the wrong order',
    p('{#pins}{#tasks}{/pins}{/tasks}'),
    [
      { code: 'missing', tag: '{#tasks}', suggestion: '{/tasks}' },
      { code: 'missing', tag: '{/tasks}', suggestion: '{#tasks}' },
    ],
  ],
  ['a different end', p('{#pins}{/tasks}'), [{ code: 'missing', tag: '{/tasks}', suggestion: '{/pins}' }]],
  ['an unmatched brace', p('{report.title} and {'), [{ code: 'missing', tag: '{', suggestion: '}' }]],
  ['no placeholder', p('Report'), [{ code: 'no_placeholder', tag: '', suggestion: null }]],
  ['a pin outside its list', p('{pin.title}'), [{ code: 'wrong_position', tag: '{pin.title}', suggestion: '{#pins}' }]],
  [
    'a photo outside its list',
    p('{#pins}{photo}{/pins}'),
    [{ code: 'wrong_position', tag: '{photo}', suggestion: '{#photos}' }],
  ],
  ['a list as a value', p('{pins}'), [{ code: 'wrong_position', tag: '{pins}', suggestion: '{#pins}…{/pins}' }]],
  [
    'start and end in different tables',
    tbl(tr(tc(p('{#pins}')))) + tbl(tr(tc(p('{/pins}')))),
    [{ code: 'wrong_position', tag: '{/pins}' }],
  ],
  [
    'a start in a cell and an end outside',
    tbl(tr(tc(p('{#pins}')))) + p('{/pins}'),
    [{ code: 'wrong_position', tag: '{/pins}' }],
  ],
  [
    'a start outside and an end in a text box',
    p('{#pins}') + box('{/pins}'),
    [{ code: 'wrong_position', tag: '{/pins}' }],
  ],
  [
    'a list in a link',
    '<w:p><w:hyperlink><w:r><w:t>{#pins}{/pins}</w:t></w:r></w:hyperlink></w:p>',
    [
      { code: 'wrong_position', tag: '{#pins}' },
      { code: 'wrong_position', tag: '{/pins}' },
    ],
  ],
  [
    'a placeholder split by an image',
    '<w:p><w:r><w:t>{report.</w:t></w:r><w:r><w:drawing/></w:r><w:r><w:t>title}</w:t></w:r></w:p>',
    [{ code: 'wrong_position', tag: '{report.title}' }],
  ],
  [
    'rows that start in the second cell',
    tbl(tr(tc(p('{report.title}')), tc(p('{#pins}{pin.title}')), tc(p('{/pins}')))),
    [{ code: 'list_tag_not_in_first_cell', tag: '{#pins}' }],
  ],
  [
    'a misspelt name',
    p('{project.titel}'),
    [{ code: 'unknown', tag: '{project.titel}', suggestion: '{project.title}' }],
  ],
  [
    'a different spelling',
    p('{#Pins}{pin.due_date}{/Pins}'),
    [
      { code: 'unknown', tag: '{#Pins}', suggestion: '{#pins}' },
      { code: 'unknown', tag: '{pin.due_date}' },
    ],
  ],
  ['a name unlike any other', p('{xyzzy.plugh}'), [{ code: 'unknown', tag: '{xyzzy.plugh}', suggestion: null }]],
  ['code', p("{report.title.constructor('return process')()}"), [{ code: 'unknown' }]],
  [
    'names that every JavaScript object has',
    p('{constructor}{__proto__}{toString}{hasOwnProperty}'),
    [
      { code: 'unknown', tag: '{constructor}' },
      { code: 'unknown', tag: '{__proto__}' },
      { code: 'unknown', tag: '{toString}' },
      { code: 'unknown', tag: '{hasOwnProperty}' },
    ],
  ],
  [
    'an unknown option',
    p('{#pins}{pin.mark [depth: 3]}{/pins}'),
    [{ code: 'unknown', tag: '{pin.mark [depth: 3]}', suggestion: '{pin.mark [width: 80, height: 80]}' }],
  ],
  [
    'a setting that is no number',
    p('{project.logo [width: broad]}'),
    [
      {
        code: 'unknown',
        tag: '{project.logo [width: broad]}',
        suggestion: '{project.logo [width: 80, height: 80]}',
      },
    ],
  ],
  [
    'an option out of range',
    p('{project.logo [width: 9000]}'),
    [{ code: 'unknown', tag: '{project.logo [width: 9000]}' }],
  ],
  [
    'a field without a title',
    p('{#pins}{pin.field}{/pins}'),
    [{ code: 'unknown', tag: '{pin.field}', suggestion: '{pin.field [title: "…"]}' }],
  ],
  [
    'a format of a field that does not exist',
    p('{#pins}{pin.field [title: "Cost", format: "0,00"]}{/pins}'),
    [
      {
        code: 'unknown',
        tag: '{pin.field [title: "Cost", format: "0,00"]}',
        suggestion: '{pin.field [title: "Cost", format: "0.00"]}',
      },
    ],
  ],
  ['nothing between the braces', p('{}'), [{ code: 'unknown', tag: '{}' }]],
];

describe('a check finds', () => {
  test.each(CASES)('%s', async (_name, body, expected) => {
    const problems = await problemsOf(body);
    expect(problems).toMatchObject(expected.map((one) => ({ part: 'word/document.xml', ...one })));
    expect(problems).toHaveLength(expected.length);
  });

  test('placeholders in notes and comments, which are not filled', async () => {
    const problems = await problemsOf(p('{report.title}'), {
      'word/_rels/document.xml.rels': relations(relation('rId1', 'footnotes', 'footnotes.xml')),
      'word/footnotes.xml': `<w:footnotes ${NAMESPACES}><w:footnote>${p('{project.title} {Anna}')}</w:footnote></w:footnotes>`,
    });
    expect(problems).toMatchObject([
      { code: 'wrong_position', tag: '{project.title}', part: 'word/footnotes.xml', paragraph: 1 },
    ]);
  });

  test('a workbook without a sheet', async () => {
    const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
    const file = await zipBuffer(
      Object.entries({
        '[Content_Types].xml': types(sheet),
        '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
        'xl/workbook.xml': '<workbook/>',
      }).map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
    );
    expect((await checkTemplate(file)).problems).toMatchObject([{ code: 'unreadable', reason: 'damaged' }]);
  });

  test('the paragraph and the part of a problem', async () => {
    const problems = await problemsOf(p('{report.title}') + tbl(tr(tc(p('x')), tc(p('{report.titel}')))));
    expect(problems).toMatchObject([{ part: 'word/document.xml', paragraph: 3 }]);
  });

  test('problems in the order of the text', async () => {
    const problems = await problemsOf(p('{#pins}') + p('{pin.titel}') + p('{report.titel}'));
    expect(problems.map(({ paragraph }) => paragraph)).toEqual([1, 2, 3]);
  });

  test('at most 200 problems, quickly', async () => {
    const problems = await problemsOf(Array.from({ length: 3_000 }, (_, at) => p(`{wrong${at}}`)).join(''));
    expect(problems).toHaveLength(200);
  });
});

/** A template with every placeholder in an allowed position. */
function everything(): string {
  const paths: Record<ScopeName, string[]> = {
    report: [],
    pin: ['pins'],
    photo: ['pins', 'photos'],
    photoRow: ['pins', 'photoRows'],
    task: ['tasks'],
    comment: ['pins', 'comments'],
    field: ['pins', 'fields'],
    rating: ['pins', 'ratings'],
    attendee: ['attendees'],
    weather: ['weather'],
    signature: ['signatures'],
    group: ['companies'],
  };
  return (Object.keys(GRAMMAR) as ScopeName[])
    .map((scope) => {
      const tags = Object.entries(GRAMMAR[scope]).map(([name, tag]) => {
        if (tag.gives === 'list') return `{#${name}}{/${name}}`;
        return Object.values(tag.options ?? {}).includes('title') ? `{${name} [title: "Costs, all"]}` : `{${name}}`;
      });
      const lists = paths[scope];
      expect(lists.at(-1)).toBe(listOf(scope));
      return p(
        lists.map((list) => `{#${list}}`).join('') +
          tags.join(' ') +
          lists
            .toReversed()
            .map((list) => `{/${list}}`)
            .join(''),
      );
    })
    .join('');
}

describe('nothing is wrong with', () => {
  test('any placeholder in an allowed position', async () => {
    expect(TAG_NAMES.length).toBeGreaterThan(80);
    expect(await problemsOf(everything())).toEqual([]);
  });

  test.each(
    BUILT_IN_TEMPLATES.flatMap(
      (name) =>
        [
          [name, 'en'],
          [name, 'de'],
          [name, 'ru'],
        ] as const,
    ),
  )('the built-in %s (%s)', async (name, language) => {
    expect(await checkTemplate(await builtInFile(name, wordsIn(language)))).toMatchObject({ ok: true, problems: [] });
  });
});
