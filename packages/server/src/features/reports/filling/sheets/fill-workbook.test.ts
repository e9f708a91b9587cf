import type { ReportData } from '@plumbline/core/features/reports/report-data';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { formatsIn, fullReport, picture, pin, reportOf, task } from '../../fixtures/report.ts';
import { gathered } from '../../fixtures/word.ts';
import { type GivenSheet, openWorkbook, workbookFile } from '../../fixtures/workbook.ts';
import { type FillOptions, fillTemplate } from '../fill-template.ts';
import { checkTemplate } from '../tags/check-template.ts';

const noPictures: FillOptions = { formats: formatsIn('en'), pictureBytes: async () => undefined };

async function fill(
  sheets: Readonly<Record<string, GivenSheet>>,
  data: ReportData,
  { more = {}, names = '', ...options }: Partial<FillOptions> & { more?: Record<string, string>; names?: string } = {},
) {
  const template = await workbookFile(sheets, more, names);
  return openWorkbook(await gathered(fillTemplate(template, data, { ...noPictures, ...options })));
}

const three = () =>
  reportOf([
    pin({ title: 'One', tasks: [task({ number: 7 }), task({ number: 8 })] }),
    pin({ number: 2, title: 'Two' }),
    pin({ number: 3, title: 'Three', tasks: [task({ number: 9, dueDate: '2026-03-30' })] }),
  ]);

describe('values', () => {
  test('are written as text, as numbers, and as dates if the cell has a date format', async () => {
    const day = (s: number, column: string) =>
      `<c r="${column}3" s="${s}" t="inlineStr"><is><t>{task.dueDate}</t></is></c>`;
    const created = await fill(
      {
        A: {
          rows: [
            ['{report.title}: {count.pins}', '{count.pins}'],
            [],
            ['{#tasks}{task.number}', day(1, 'B'), day(0, 'C'), '{/tasks}'],
          ],
        },
      },
      reportOf([pin({ tasks: [task({ dueDate: '2026-03-30' })] })]),
    );
    expect(created.cells()).toEqual({ A1: 'Walk, week 10: 1', B1: 1, A3: 7, B3: 46111, C3: '30/03/2026' });
  });

  test('follow the code of a format, not its number: LibreOffice numbers General and Text as its own', async () => {
    const day = (s: number, column: string) =>
      `<c r="${column}1" s="${s}" t="inlineStr"><is><t>{report.date}</t></is></c>`;
    const formats = ['General', '@', 'dd.mm.yyyy'].map(
      (code, place) => `<numFmt numFmtId="${164 + place}" formatCode="${code}"/>`,
    );
    const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="3">${formats.join('')}</numFmts><cellXfs count="3"><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs></styleSheet>`;
    const made = await fill({ A: { rows: [[day(0, 'A'), day(1, 'B'), day(2, 'C')]] } }, three(), {
      more: { 'xl/styles.xml': styles },
    });
    const { A1, B1, C1 } = made.cells();
    // The day without its time.
    expect([A1, B1, C1]).toEqual(['02/03/2026', '02/03/2026', 46_083]);
  });

  test('are never formulas, whatever they start with', async () => {
    const titles = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', 'plain'];
    const created = await fill(
      {
        A: {
          rows: [
            ['{#pins}{pin.title}{/pins}', 'x'],
            ['{#pins}x', '{pin.title}{/pins}'],
          ],
        },
      },
      reportOf(titles.map((title) => pin({ title }))),
    );
    expect(created.attributes('c', 't').every((type) => type === 'inlineStr')).toBe(true);
    expect(created.sheet().children.some((child) => typeof child !== 'string' && child.name === 'f')).toBe(false);
    const styled = created.attributes('c', 's');
    // The cells' one style, and its copy that forces text.
    expect(styled.filter((style) => style === '3')).toHaveLength(6);
    expect(created.xml('xl/styles.xml')).toContain('<xf numFmtId="0" quotePrefix="1"/>');
    expect(created.xml('xl/styles.xml')).toContain('<cellXfs count="4">');
  });

  test('keep the formatting of each piece of text', async () => {
    const rich =
      '<c r="A1" t="inlineStr"><is><r><rPr><b/></rPr><t>Re</t></r><r><t xml:space="preserve">port {rep</t></r><r><rPr><i/></rPr><t>ort.title}!</t></r></is></c>';
    const created = await fill({ A: { rows: [[rich]] } }, three());
    expect(created.xml('xl/worksheets/sheet1.xml')).toContain(
      '<r><rPr><b/></rPr><t xml:space="preserve">Re</t></r><r><t xml:space="preserve">port </t></r><r><t xml:space="preserve">Walk, week 10</t></r><r><rPr><i/></rPr><t xml:space="preserve">!</t></r>',
    );
  });

  test('repeat within a cell, line by line', async () => {
    const created = await fill({ A: { rows: [['{#pins}{pin.number} {pin.title}\n{/pins}']] } }, three());
    expect(created.cells()).toEqual({ A1: '1 One\n2 Two\n3 Three' });
  });

  test('are filled in page headers and footers', async () => {
    const after = '<headerFooter><oddFooter>&amp;L{project.title}&amp;RPage &amp;P</oddFooter></headerFooter>';
    const project = { ...three().project, title: 'A & B' };
    const created = await fill({ A: { rows: [['{report.title}']], after } }, { ...three(), project });
    expect(created.xml('xl/worksheets/sheet1.xml')).toContain(
      '<oddFooter>&amp;LA &amp;&amp; B&amp;RPage &amp;P</oddFooter>',
    );
  });
});

describe('lists over rows', () => {
  test('move the rows below them down, and nest', async () => {
    const created = await fill(
      {
        A: {
          rows: [
            ['head'],
            ['{#pins}{pin.title}'],
            ['{#tasks}', '{task.number}{/tasks}'],
            ['end', '{/pins}'],
            ['below'],
          ],
        },
      },
      three(),
    );
    expect(created.cells()).toEqual({
      ...{ A1: 'head', A2: 'One', B3: 7, B4: 8, A5: 'end', A6: 'Two', A7: 'end', A8: 'Three', B9: 9, A10: 'end' },
      A11: 'below',
    });
  });

  test('keep empty rows between their start and end', async () => {
    const created = await fill({ A: { rows: [['{#pins}{pin.title}'], [], ['{/pins}x'], [], ['below']] } }, three());
    expect(created.cells()).toEqual({ A1: 'One', A3: 'x', A4: 'Two', A6: 'x', A7: 'Three', A9: 'x', A11: 'below' });
  });

  test('adjust formulas: those outside read the whole list, those inside their own row', async () => {
    const created = await fill(
      {
        'Site list': {
          rows: [
            ['=SUM(A3:A3)', "='Site list'!$A$5", '=COUNTIF($A$3:$A$3,">1")&"A3"'],
            [],
            ['{#pins}{pin.number}', '=A3*2+$A$1', '{/pins}'],
            ['sum', '=SUM(B3:B3)'],
            ['last'],
          ],
        },
        Other: { rows: [["=SUM('Site list'!B3:B3)+LOG10(B3)+A3", '=SUM(3:3)']] },
      },
      three(),
      { names: '<definedName name="all">\'Site list\'!$A$3:$B$3</definedName>' },
    );
    expect(created.cells()).toMatchObject({
      A1: '=SUM(A3:A5)',
      B1: "='Site list'!$A$7",
      C1: '=COUNTIF($A$3:$A$5,"&gt;1")&amp;"A3"'.replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
      B3: '=A3*2+$A$1',
      B5: '=A5*2+$A$1',
      B6: '=SUM(B3:B5)',
      A7: 'last',
    });
    expect(created.cells(2)).toEqual({ A1: "=SUM('Site list'!B3:B5)+LOG10(B3)+A3", B1: '=SUM(3:3)' });
    expect(created.xml('xl/workbook.xml')).toContain("'Site list'!$A$3:$B$5");
    expect(created.xml('xl/workbook.xml')).toContain('fullCalcOnLoad="1"');
    // Old results would be taken for current ones.
    expect(created.xml('xl/worksheets/sheet1.xml')).not.toContain('<v>7</v>');
    expect(created.files.has('xl/calcChain.xml')).toBe(false);
    expect(created.xml('[Content_Types].xml')).not.toContain('calcChain');
  });

  test('disappear when empty, but leave a row that a formula reads', async () => {
    const created = await fill(
      { A: { rows: [['{#pins}{pin.number}{/pins}', 'x'], ['{#tasks}', '{task.number}{/tasks}'], ['=SUM(B2:B2)']] } },
      reportOf([]),
    );
    expect(created.cells()).toEqual({ B1: 'x', A3: '=SUM(B2:B2)' });
    const gone = await fill({ A: { rows: [['{#tasks}x', '{/tasks}'], ['below']] } }, reportOf([]));
    expect(gone.cells()).toEqual({ A1: 'below' });
  });

  test('move merged cells, breaks, formats, filters, print areas and shared formulas', async () => {
    const after = [
      '<autoFilter ref="A2:C2"/><mergeCells count="2"><mergeCell ref="A1:C1"/><mergeCell ref="B2:C2"/></mergeCells>',
      '<conditionalFormatting sqref="A2:C2"><cfRule type="expression" priority="1"><formula>$A2&gt;1</formula></cfRule></conditionalFormatting>',
      '<dataValidations count="1"><dataValidation type="list" sqref="A4"><formula1>$A$2:$A$2</formula1></dataValidation></dataValidations>',
      '<pageSetup r:id="rId1"/><rowBreaks count="1" manualBreakCount="1"><brk id="2" max="16383" man="1"/></rowBreaks>',
    ].join('');
    const shared = '<c r="A3"><f t="shared" ref="A3:B3" si="0">SUM(A2:A2)</f></c>';
    const created = await fill(
      {
        A: {
          rows: [
            ['head'],
            ['{#pins}{pin.number}', '{pin.title}{/pins}'],
            [shared, '<c r="B3"><f t="shared" si="0"/></c>'],
          ],
          after,
        },
      },
      three(),
      { names: '<definedName name="_xlnm.Print_Area" localSheetId="0">A!$A$1:$C$3</definedName>' },
    );
    expect(created.attributes('mergeCell', 'ref')).toEqual(['A1:C1', 'B2:C2', 'B3:C3', 'B4:C4']);
    expect(created.attributes('conditionalFormatting', 'sqref')).toEqual(['A2:C4']);
    expect(created.attributes('dataValidation', 'sqref')).toEqual(['A6']);
    expect(created.attributes('autoFilter', 'ref')).toEqual(['A2:C4']);
    expect(created.attributes('brk', 'id')).toEqual(['2', '3', '4']);
    expect(created.xml('xl/worksheets/sheet1.xml')).toContain('<formula1>$A$2:$A$4</formula1>');
    expect(created.xml('xl/workbook.xml')).toContain('A!$A$1:$C$5');
    expect(created.cells()).toMatchObject({ A5: '=SUM(A2:A4)', B5: '=SUM(B2:B4)' });
  });

  test('are the source of pivot tables, which are calculated again when the file is opened', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const related = (id: string, kind: string, target: string) =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/></Relationships>`;
    const cache = `<pivotCacheDefinition xmlns="${main}" refreshOnLoad="0"><cacheSource type="worksheet"><worksheetSource ref="A1:B2" sheet="List"/></cacheSource></pivotCacheDefinition>`;
    const more = {
      'xl/pivotCache/pivotCacheDefinition1.xml': cache,
      'xl/pivotTables/pivotTable1.xml': `<pivotTableDefinition xmlns="${main}"><location ref="A5:B6" firstHeaderRow="1"/></pivotTableDefinition>`,
      'xl/worksheets/_rels/sheet1.xml.rels': related('rId1', 'pivotTable', '../pivotTables/pivotTable1.xml'),
    };
    const rows = [
      ['Pin', 'Status'],
      ['{#pins}{pin.title}', '{pin.status}{/pins}'],
      [null, null],
      [null, null],
      // What the pivot table shows of the template.
      ['{#pins}{pin.title}', 'Count'],
      ['{pin.status}{/pins}', 1],
    ];
    expect(await checkTemplate(await workbookFile({ List: { rows } }, more))).toMatchObject({ ok: true });
    const source = async (data: ReportData) => {
      const { xml, cells } = await fill({ List: { rows } }, data, { more });
      expect(Object.values(cells()).join()).not.toMatch(/[{}]/u);
      expect(xml('xl/pivotCache/pivotCacheDefinition1.xml')).toContain('refreshOnLoad="1"');
      return [xml('xl/pivotCache/pivotCacheDefinition1.xml'), xml('xl/pivotTables/pivotTable1.xml')].map(
        (part) => / ref="([^"]*)"/u.exec(part)?.[1],
      );
    };
    expect(await source(three())).toEqual(['A1:B4', 'A7:B8']);
    // An empty row remains: a pivot table needs one.
    expect(await source(reportOf([]))).toEqual(['A1:B2', 'A5:B6']);
  });

  test('are the data of charts that show them', async () => {
    const series = (reference: string) => `<c:f>${reference}</c:f>`;
    const chart = (...references: string[]) =>
      `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart">${references.map(series).join('')}</c:chartSpace>`;
    const rows = [['{#pins}{pin.title}', '{pin.number}{/pins}'], ['=SUM(B1:B1)']];
    const created = await fill({ A: { rows } }, three(), {
      more: { 'xl/charts/chart1.xml': chart('A!$A$1:$A$1', "'A'!$B$1:$B$1", 'A!$A$2', 'A!$B$1') },
    });
    const shown = created.xml('xl/charts/chart1.xml').replace(/<\?xml.*?\?>\s*/u, '');
    expect(shown).toContain(series('A!$A$1:$A$3'));
    expect(shown).toMatch(/'?A'?!\$B\$1:\$B\$3/u);
    expect(shown).toContain(series('A!$A$4'));
    // Excel writes a row of the template as one cell.
    expect(shown).toContain(series('A!$B$1:$B$3'));
  });
});

describe('pictures', () => {
  const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: '#a03020' } })
    .jpeg()
    .toBuffer();
  const anchors = (xml: string) =>
    [...xml.matchAll(/<xdr:col>(\d+)<\/xdr:col>.*?<xdr:row>(\d+)<\/xdr:row>.*?<xdr:ext cx="(\d+)" cy="(\d+)"/gu)].map(
      (found) => found.slice(1).map((text, at) => (at < 2 ? Number(text) : Math.round(Number(text) / 36_000))),
    );

  test('are placed in the rows of their items, which grow to fit', async () => {
    const data = reportOf([pin({ photos: [picture('a'), picture('b')] }), pin({ photos: [picture('a')] })]);
    const created = await fill(
      { A: { rows: [['{#pins}{pin.number}', '{pin.photo [width: 30, height: 20]}', '{/pins}']] } },
      data,
      { pictureBytes: () => photo },
    );
    expect(anchors(created.xml('xl/drawings/reportDrawing1.xml'))).toEqual([
      [1, 0, 30, 20],
      [1, 1, 30, 20],
    ]);
    expect(
      created
        .attributes('row', 'ht')
        .map(Number)
        .every((height) => height > 56 && height < 64),
    ).toBe(true);
    expect([...created.files.keys()].filter((name) => name.includes('media/'))).toEqual([
      'xl/media/report1/picture1.jpg',
    ]);
    expect(created.xml('[Content_Types].xml')).toContain('/xl/drawings/reportDrawing1.xml');
    expect(created.xml('xl/worksheets/sheet1.xml')).toMatch(/<\/sheetData>.*<drawing r:id="picture1"\/>/u);
  });

  test('are placed side by side within a cell and wrap at its edge', async () => {
    const data = reportOf([pin({ photos: ['a', 'b', 'c'].map((id) => picture(id)) })]);
    const before = '<cols><col min="1" max="1" width="36" customWidth="1"/></cols>';
    const created = await fill(
      { A: { rows: [['{#pins}{#photos}{photo [width: 30, height: 20]}{/photos}{/pins}']], before } },
      data,
      { pictureBytes: () => photo },
    );
    const offsets = [
      ...created.xml('xl/drawings/reportDrawing1.xml').matchAll(/<xdr:colOff>(\d+)<.*?<xdr:rowOff>(\d+)</gu),
    ].map(([, x, y]) => [Math.round(Number(x) / 36_000), Math.round(Number(y) / 36_000)]);
    expect(offsets).toEqual([
      [1, 1],
      [32, 1],
      [1, 22],
    ]);
  });

  test('replace an image whose alternative text names them, and images of the template move with their rows', async () => {
    const ns =
      'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
    const anchor = (row: number, text: string) =>
      `<xdr:twoCellAnchor><xdr:from><xdr:col>0</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row + 1}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="x" descr="${text}"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId1"/></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="1800000"/></a:xfrm></xdr:spPr></xdr:pic><xdr:clientData/></xdr:twoCellAnchor>`;
    const more = {
      'xl/worksheets/_rels/sheet1.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing" Target="../drawings/drawing1.xml"/></Relationships>',
      'xl/drawings/drawing1.xml': `<xdr:wsDr ${ns}>${anchor(0, '{project.logo}')}${anchor(2, 'stays')}</xdr:wsDr>`,
    };
    const sheets = {
      A: { rows: [['x'], ['{#pins}{pin.title}', '{/pins}'], ['below']], after: '<drawing r:id="rId1"/>' },
    };
    const created = await fill(sheets, fullReport(), { more, pictureBytes: () => photo });
    const xml = created.xml('xl/drawings/drawing1.xml');
    expect(anchors(xml)).toEqual([[0, 0, 50, 33]]);
    expect(xml).toContain('descr="stays"');
    // One pin more than the row it was written in.
    expect(xml).toContain('<xdr:row>3</xdr:row>');
    expect((await fill(sheets, three(), { more })).xml('xl/drawings/drawing1.xml')).not.toContain('project.logo');
  });
});

test('a workbook without relationships from its sheets gets the content type for those of its images', async () => {
  const sheet = { rows: [['{#pins}{pin.photo}{/pins}']] };
  const types = (await openWorkbook(await workbookFile({ A: sheet }))).xml('[Content_Types].xml');
  const more = { '[Content_Types].xml': types.replace(/<Default Extension="rels"[^>]*>/u, '') };
  const made = await fill({ A: sheet }, reportOf([pin({ photos: [picture('p')] })]), { more });
  expect([...made.files.keys()]).toContain('xl/drawings/_rels/reportDrawing1.xml.rels');
  expect(made.xml('[Content_Types].xml')).toContain('Extension="rels"');
});

test('data stored with a sheet by Excel extensions and printers is removed with its references', async () => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const related = ['printerSettings', 'customProperty'].map(
    (kind, at) => `<Relationship Id="rId${at + 1}" Type="${office}/${kind}" Target="../${kind}1.bin"/>`,
  );
  const made = await fill(
    {
      A: {
        rows: [['{report.title}']],
        after:
          '<pageSetup orientation="landscape" r:id="rId1"/><customProperties><customPr name="x" r:id="rId2"/></customProperties>',
      },
    },
    three(),
    {
      more: {
        'xl/printerSettings1.bin': 'x',
        'xl/customProperty1.bin': 'x',
        'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related.join('')}</Relationships>`,
      },
    },
  );
  expect([...made.files.keys()].filter((name) => name.endsWith('.bin'))).toEqual([]);
  expect(made.xml('xl/worksheets/sheet1.xml')).toContain('<pageSetup orientation="landscape"/>');
  expect(made.xml('xl/worksheets/sheet1.xml')).not.toMatch(/customP|rId/u);
});

describe('the check', () => {
  const problemsOf = async (...rows: string[][]) =>
    (await checkTemplate(await workbookFile({ Defects: { rows } }))).problems.map(
      ({ part: _part, paragraph: _paragraph, ...one }) => one,
    );

  test.each([
    [[['No.', '{#pins}{pin.title}', '{/pins}']], 'list_tag_not_in_first_cell', '{#pins}', 'Defects!B1', null],
    [[['{pin.titel}']], 'unknown', '{pin.titel}', 'Defects!A1', '{pin.title}'],
    [[['{pin.title}']], 'wrong_position', '{pin.title}', 'Defects!A1', '{#pins}'],
    [[['{#pins}', '{pin.title}']], 'missing', '{#pins}', 'Defects!A1', '{/pins}'],
    [[['x'], ['{report.title', '}{report.title}']], 'missing', '{report.title', 'Defects!A2', '}'],
    [
      [['{#pins}{#photoRows [columns: 2]}{photo1}{/photoRows}{/pins}']],
      'unsupported_in_file_type',
      '{#photoRows [columns: 2]}',
      'Defects!A1',
      null,
    ],
    [[['{#pins}'], ['{/pins}{#tasks}'], ['{/tasks}']], 'wrong_position', '{#tasks}', 'Defects!A2', null],
  ] as const)('reports the problem of %j', async (rows, code, tag, cell, suggestion) => {
    const [first] = await problemsOf(...rows.map((row) => [...row]));
    expect(first).toEqual({ code, tag, cell, suggestion });
  });

  test('reports misplaced placeholders in headers, pictures and notes', async () => {
    const after = '<headerFooter><oddHeader>{project.logo}{#pins}{/pins}{project.title}</oddHeader></headerFooter>';
    const { problems } = await checkTemplate(await workbookFile({ A: { rows: [['{report.title}']], after } }));
    expect(problems.map(({ code, tag }) => [code, tag])).toEqual([
      ['wrong_position', '{project.logo}'],
      ['wrong_position', '{#pins}'],
    ]);
  });

  test.each([
    ['a formula that fetches', { A: { rows: [['{report.title}', '=WEBSERVICE("http://x/")']] } }, {}],
    ['a formula that starts a program', { A: { rows: [["=cmd|' /c calc'!A0"]] } }, {}],
    [
      'another workbook',
      { A: { rows: [['{report.title}']] } },
      {
        'xl/worksheets/_rels/sheet1.xml.rels':
          '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLink" Target="x.xml"/></Relationships>',
      },
    ],
  ])('refuses %s', async (_name, sheets, more) => {
    const { problems } = await checkTemplate(await workbookFile(sheets, more));
    expect(problems).toMatchObject([{ code: 'unreadable', reason: 'external_content' }]);
  });
});

test('five thousand pins with a formula in each row are filled within seconds', async () => {
  const pins = Array.from({ length: 5_000 }, (_, at) => pin({ number: at + 1, title: `Pin ${at}` }));
  const created = await fill(
    { A: { rows: [['=SUM(A2:A2)'], ['{#pins}{pin.number}', '=A2*2', '{pin.title}{/pins}']] } },
    reportOf(pins),
  );
  expect(created.cells()).toMatchObject({ A1: '=SUM(A2:A5001)', B5001: '=A5001*2' });
});
