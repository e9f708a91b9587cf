import { expect, test } from 'vitest';
import { escapeXml } from '../../../../office/xml.ts';
import { formatsIn, fullReport, pin, reportOf } from '../../fixtures/report.ts';
import { gathered, openWord, p, relation, relations, types, wordFile } from '../../fixtures/word.ts';
import { type GivenSheet, openWorkbook, workbookFile } from '../../fixtures/workbook.ts';
import { fillTemplate } from '../fill-template.ts';
import { checkTemplate } from '../tags/check-template.ts';

const CHART = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';
const DATA = 'word/embeddings/Microsoft_Excel_Worksheet.xlsx';

const points = (values: readonly string[]) =>
  `<c:ptCount val="${values.length}"/>${values.map((value, at) => `<c:pt idx="${at}"><c:v>${escapeXml(value)}</c:v></c:pt>`).join('')}`;
const texts = (reference: string, ...values: string[]) =>
  `<c:strRef><c:f>${reference}</c:f><c:strCache>${points(values)}</c:strCache></c:strRef>`;
const numbers = (reference: string, ...values: string[]) =>
  `<c:numRef><c:f>${reference}</c:f><c:numCache><c:formatCode>General</c:formatCode>${points(values)}</c:numCache></c:numRef>`;

const drawing = `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="4000000" cy="2400000"/><wp:docPr id="1" name="Chart 1"/>
  <a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart">
  <c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId9"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

/** A Word file with a column chart, as Word writes it: the values of the references are kept beside them. */
async function withChart(
  rows: GivenSheet['rows'],
  { categories, values }: { categories: string; values: string },
  title = 'By status',
): Promise<Buffer> {
  const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/><c:ser><c:idx val="0"/><c:order val="0"/><c:tx>${texts('Sheet1!$B$1', 'Pins')}</c:tx><c:cat>${categories}</c:cat><c:val>${values}</c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart><c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>`;
  return wordFile(p('{report.title}') + drawing, {
    '[Content_Types].xml': types(
      undefined,
      `<Default Extension="xlsx" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"/><Override PartName="/word/charts/chart1.xml" ContentType="${CHART}"/>`,
    ),
    'word/_rels/document.xml.rels': relations(relation('rId9', 'chart', 'charts/chart1.xml')),
    'word/charts/chart1.xml': chart,
    'word/charts/_rels/chart1.xml.rels': relations(
      relation('rId1', 'package', '../embeddings/Microsoft_Excel_Worksheet.xlsx'),
    ),
    [DATA]: await workbookFile({ Sheet1: { rows } }),
  });
}

const fill = async (template: Buffer, data = fullReport()) =>
  openWord(
    await gathered(fillTemplate(template, data, { formats: formatsIn('en'), pictureBytes: async () => undefined })),
  );

const LIST = [
  ['', 'Pins'],
  ['{#pins}{pin.title}', '{pin.number}{/pins}'],
];

test('the chart of a list has a point for each item, in its workbook and in its cached values', async () => {
  const template = await withChart(LIST, {
    categories: texts('Sheet1!$A$2:$A$2', '{#pins}{pin.title}'),
    values: numbers('Sheet1!$B$2:$B$2'),
  });
  expect(await checkTemplate(template)).toMatchObject({ ok: true, problems: [] });
  const titles = ['Crack <wide>', 'Damp', 'Missing tile'];
  const report = reportOf(titles.map((title, at) => pin({ title, number: at + 4 })));
  const created = await fill(template, report);
  const chart = created.xml('word/charts/chart1.xml');
  expect(chart).toContain(texts('Sheet1!$A$2:$A$4', ...titles));
  expect(chart).toContain(numbers('Sheet1!$B$2:$B$4', '4', '5', '6'));
  expect(chart).toContain(texts('Sheet1!$B$1', 'Pins'));
  const data = await openWorkbook(created.files.get(DATA) ?? Buffer.alloc(0));
  expect(data.cells()).toEqual({ B1: 'Pins', A2: titles[0], B2: 4, A3: titles[1], B3: 5, A4: titles[2], B4: 6 });
});

test('the chart of an empty list is empty; a static chart stays as it is', async () => {
  const references = { categories: texts('Sheet1!$A$2:$A$2', 'x'), values: numbers('Sheet1!$B$2:$B$2', '1') };
  const none = (await fill(await withChart(LIST, references), reportOf([]))).xml('word/charts/chart1.xml');
  expect(none).toContain(texts('Sheet1!$A$2:$A$2').replace('val="0"', 'val="1"'));
  expect(none).toContain(numbers('Sheet1!$B$2:$B$2').replace('val="0"', 'val="1"'));

  const still = await withChart(
    [
      ['', 'Pins'],
      ['Walls', 3],
    ],
    references,
  );
  const before = await openWord(still);
  const after = await fill(still);
  for (const part of ['word/charts/chart1.xml', DATA]) expect(after.files.get(part)).toEqual(before.files.get(part));
});

test('report totals and unchanged cells are charted too, with category levels from the innermost', async () => {
  const rows = [
    ['', '', 'Pins'],
    ['2026', '{count.pins}', '{count.pins}'],
    ['2025', 'before', 12],
  ];
  const levels = `<c:multiLvlStrRef><c:f>Sheet1!$A$2:$B$3</c:f><c:multiLvlStrCache>${points([])}</c:multiLvlStrCache></c:multiLvlStrRef>`;
  const template = await withChart(rows, { categories: levels, values: numbers("'Sheet1'!$C$2:$C$3") });
  const chart = (await fill(template, reportOf([pin(), pin()]))).xml('word/charts/chart1.xml');
  const level = (...values: string[]) => `<c:lvl>${points(values).replace(/^<c:ptCount[^>]*>/u, '')}</c:lvl>`;
  expect(chart).toContain(`<c:ptCount val="2"/>${level('2', 'before')}${level('2026', '2025')}`);
  expect(chart).toContain(numbers("'Sheet1'!$C$2:$C$3", '2', '12'));
});

test('problems name the cell of the workbook; a title of a chart and images in its data are refused', async () => {
  const references = { categories: texts('Sheet1!$A$2'), values: numbers('Sheet1!$B$2') };
  const wrong = await withChart(
    [['{pin.titel}'], ['{pin.photo}'], ['{#pins}{pin.number}']],
    references,
    '{report.title}',
  );
  const { ok, problems } = await checkTemplate(wrong);
  expect(ok).toBe(false);
  expect(problems.map(({ code, cell, part }) => [code, cell, part])).toEqual(
    expect.arrayContaining([
      ['unknown', 'Sheet1!A1', DATA],
      ['missing', 'Sheet1!A3', DATA],
      ['wrong_position', undefined, 'word/charts/chart1.xml'],
    ]),
  );
  expect(problems.find(({ cell }) => cell === 'Sheet1!A2')).toMatchObject({ part: DATA });
});
