import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { ReportData } from '@plumbline/core/features/reports/report-data';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readZip } from '../../../office/office-zip.ts';
import { walk } from '../../../office/xml.ts';
import { zipBuffer } from '../../../office/zip-write.ts';
import { formatsIn, fullReport, picture, pin, reportOf, task } from '../fixtures/report.ts';
import {
  documentXml,
  gathered,
  NAMESPACES,
  openWord,
  p,
  relation,
  relations,
  tbl,
  tc,
  tr,
  types,
  wordFile,
} from '../fixtures/word.ts';
import { type FillOptions, fillTemplate, TemplateInvalid } from './fill-template.ts';

const noPictures: FillOptions = { formats: formatsIn('en'), pictureBytes: async () => undefined };

async function fill(body: string, data: ReportData, options: Partial<FillOptions> = {}) {
  return openWord(await gathered(fillTemplate(await wordFile(body), data, { ...noPictures, ...options })));
}

const lines = async (body: string, data = fullReport()) => (await fill(body, data)).lines();

describe('values', () => {
  test('replace their placeholders in the same run', async () => {
    const { xml } = await fill(
      '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>On {report.title}!</w:t></w:r></w:p>',
      reportOf([]),
    );
    expect(xml()).toMatch(/<w:b\/><\/w:rPr><w:t xml:space="preserve">On <\/w:t>/u);
    expect(xml().replaceAll(/<[^>]+>/gu, '')).toBe('On Walk, week 10!');
  });

  test('are filled however Word splits the placeholder into runs', async () => {
    expect(await lines(p('A {rep', 'ort.', 'title', '} B {project.title}{', 'project.company}'))).toEqual([
      'A Walk, week 10 B Harbour houseBauwerk Architekten',
    ]);
  });

  test('are filled in content controls, which then no longer show a property of the document instead', async () => {
    const control = (content: string, name = 'w:dataBinding') =>
      `<w:sdt><w:sdtPr><${name} w:xpath="/ns1:coreProperties[1]/ns0:title[1]" w:storeItemID="{6C3C8BC8-F283-45AE-878A-BAB7291924A1}"/><w:text/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const { xml, lines: filled } = await fill(
      control(p('{report.', 'title}')) + control(p('{project.title}'), 'w15:dataBinding') + control(p('Our company')),
      reportOf([]),
    );
    expect(filled()).toEqual(['Walk, week 10', 'Harbour house', 'Our company']);
    expect(xml().match(/dataBinding/gu)).toHaveLength(1);
    expect(xml().indexOf('dataBinding')).toBeGreaterThan(xml().indexOf('Harbour house'));
  });

  test('are repeated in content controls around paragraphs, rows, cells and text', async () => {
    const control = (content: string) => `<w:sdt><w:sdtPr/><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const data = () => reportOf([pin({ number: 1, title: 'Crack' }), pin({ number: 2, title: 'Stain' })]);
    const cells = (first: string, last: string) => first + tc(control(p(last)));
    const first = tc(p('{#pins}{pin.title}'));
    const rows = ['Crack', '1', 'Stain', '2'];
    expect(await lines(tbl(control(tr(cells(first, '{pin.number}{/pins}')))), data())).toEqual(rows);
    expect(await lines(tbl(tr(cells(control(first), '{pin.number}{/pins}'))), data())).toEqual(rows);
    const text = (content: string) => control(`<w:r><w:t>${content}</w:t></w:r>`);
    expect(await lines(`<w:p>${text('{#pins}')}${text('{pin.title}, {/pins}')}</w:p>`, data())).toEqual([
      'Crack, Stain, ',
    ]);
  });

  test('are filled in text boxes, with their fallback for older programs, and in the results of fields', async () => {
    const content = `<w:txbxContent>${p('{report.', 'title}')}</w:txbxContent>`;
    const box = `<w:p><w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:Choice Requires="wps"><w:drawing>${content}</w:drawing></mc:Choice><mc:Fallback><w:pict>${content}</w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`;
    const run = (inner: string) => `<w:r>${inner}</w:r>`;
    const mark = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`);
    const result = run('<w:t>{project.</w:t>') + run('<w:t>title}</w:t>');
    const complex = `<w:p>${mark('begin')}${run('<w:instrText> TITLE </w:instrText>')}${mark('separate')}${result}${mark('end')}</w:p>`;
    const simple = `<w:p><w:fldSimple w:instr=" AUTHOR ">${run('<w:t>{project.company}</w:t>')}</w:fldSimple></w:p>`;
    const { xml } = await fill(box + complex + simple, reportOf([]));
    const shown = [...xml().matchAll(/<w:t[ >][^<]*/gu)].map(([text]) => text.replace(/^[^>]*>/u, '')).join('|');
    expect(shown).toBe('Walk, week 10|Walk, week 10|Harbour house|Bauwerk Architekten');
    expect(xml()).toContain(' TITLE ');
  });

  test('are written from right to left and with emoji as they are', async () => {
    const title = 'شرخ في الجدار 12 👷🏽‍♀️ שבר';
    const body =
      '<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>{#pins}{pin.title}{/pins}</w:t></w:r></w:p>';
    const { xml, lines: read } = await fill(body, reportOf([pin({ title })]));
    expect(read()).toEqual([title]);
    expect(xml()).toMatch(/<w:bidi\/>.*<w:rtl\/>/u);
  });

  test('are plain text, whether markup, braces, patterns or unknown characters', async () => {
    const title = '<w:p/> & "q" \'a\' {report.title} {#pins} $& $1 ]]> \u0000\u0008\ud800 \u2028end';
    const data = reportOf([pin({ title })]);
    expect((await fill(p('{#pins}{pin.title}{/pins}'), data)).lines()).toEqual([
      '<w:p/> & "q" \'a\' {report.title} {#pins} $& $1 ]]> \ufffd \nend',
    ]);
  });

  test('that look like placeholders are not filled a second time', async () => {
    const alt =
      '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="{project.title} {report.title}"/></wp:inline></w:drawing></w:r></w:p>';
    const project = { ...reportOf([]).project, title: '{report.title}' };
    const { xml } = await fill(alt, reportOf([], { project }));
    expect(xml()).toContain('descr="{report.title} Walk, week 10"');
  });

  test('keep their line breaks and tabs', async () => {
    const { xml, lines: read } = await fill(
      p('{#pins}{pin.notes}{/pins}'),
      reportOf([pin({ notes: 'a\r\nb\n\n\tc' })]),
    );
    expect(read()).toEqual(['a\nb\n\nc']);
    expect(xml().match(/<w:tab\/>/gu)).toHaveLength(1);
  });

  test('are formatted in the language and time zone of the report', async () => {
    const body = p(
      '{report.date [format: “long”]} {report.time} {#weather}{weather.high} {weather.rain}{/weather} {#pins}{pin.rating [title: "costs"]} {pin.position}|{/pins}',
    );
    const inGerman = await fill(body, fullReport(), { formats: formatsIn('de') });
    expect(inGerman.lines()[0]?.replaceAll('\u00a0', ' ')).toBe(
      '2. März 2026 10:00 8 °C 0,4 mm low (2/5) 40,0 % / 50,0 %| |',
    );
    expect((await lines(body))[0]).toBe('2 March 2026 10:00 8°C 0.4 mm low (2/5) 40.0% / 50.0%| |');
  });

  test('of pin fields follow the format of the placeholder if it fits their type', async () => {
    const figures = { precision: 8, step: 1, negative: false, thousands: true };
    const data = reportOf([
      pin({
        fields: [
          {
            title: 'Cost',
            value: {
              type: 'custom',
              format: { type: 'CURRENCY', ...figures, scale: 2, currency: 'EUR' },
              value: 1_234.567,
            },
          },
          { title: 'Share', value: { type: 'percentage', value: 12.34, decimals: 0 } },
          {
            title: 'Inspection',
            value: {
              type: 'custom',
              format: { type: 'DATE', pattern: 'DD.MM.YY', length: 'short', weekday: false, time: true },
              value: '2026-12-06T14:30',
            },
          },
        ],
      }),
    ]);
    const shown = async (title: string, ...styles: string[]) => {
      const tags = styles.map((style) => `{pin.field [title: "${title}", format: "${style}"]}`).join(' | ');
      const filled = await fill(p(`{#pins}${tags}{/pins}`), data, { formats: formatsIn('de') });
      return filled.lines()[0]?.replaceAll('\u00a0', ' ');
    };
    expect(await shown('Cost', '0', '0.000', 'long')).toBe('1.235 € | 1.234,567 € | 1.234,57 €');
    expect(await shown('Share', '0', '0.0')).toBe('12 % | 12,3 %');
    expect(await shown('Inspection', 'long', 'month', '0.00')).toBe(
      '6. Dezember 2026, 14:30 | Dezember 2026, 14:30 | 06.12.2026, 14:30',
    );
  });

  test('show statuses by name', async () => {
    const body = p('{#pins}{pin.status}:{#tasks}{task.status},{/tasks} {/pins}');
    const data = reportOf([
      pin({ tasks: [task({ status: 'overdue' }), task({ status: 'closed' })] }),
      pin({ status: 'inactive' }),
    ]);
    expect((await fill(body, data, { formats: formatsIn('de') })).lines()).toEqual([
      'Offen:Überfällig,Abgeschlossen, Inaktiv: ',
    ]);
  });
});

describe('lists', () => {
  test('repeat table rows, and remove a table without rows', async () => {
    const rows = tbl(tr(tc(p('No.')), tc(p('Pin'))), tr(tc(p('{#pins}{pin.number}')), tc(p('{pin.title}{/pins}'))));
    const data = reportOf([pin({ title: 'One' }), pin({ number: 2, title: 'Two' })]);
    const full = await fill(rows, data);
    expect(full.lines()).toEqual(['No.', 'Pin', '1', 'One', '2', 'Two']);
    expect([...walk(full.tree())].filter((element) => element.name === 'w:tr')).toHaveLength(3);
    const only = tbl(tr(tc(p('{#pins}{pin.number}')), tc(p('{pin.title}{/pins}'))));
    expect((await fill(only, reportOf([]))).xml()).not.toContain('w:tbl>');
  });

  test('of ten thousand rows are written completely, in the order of the list', async () => {
    const pins = Array.from({ length: 10_000 }, (_, at) =>
      pin({ number: at + 1, title: '\u05e7\u05d9\u05e8 \u{1f6a7}' }),
    );
    const rows = tbl(tr(tc(p('{#pins}{pin.number}')), tc(p('{pin.title}{/pins}'))));
    const written = (await fill(rows, reportOf(pins))).lines();
    expect(written).toHaveLength(20_000);
    expect(written.slice(-2)).toEqual(['10,000', '\u05e7\u05d9\u05e8 \u{1f6a7}']);
  });

  test('repeat paragraphs and tables between their start and end, which leave nothing behind', async () => {
    const body =
      p('before') + p('{#pins}') + p('{pin.title}') + tbl(tr(tc(p('{pin.number}')))) + p('{/pins}') + p('after');
    const data = reportOf([pin({ title: 'One' }), pin({ number: 2, title: 'Two' })]);
    expect((await fill(body, data)).lines()).toEqual(['before', 'One', '1', '', 'Two', '2', '', 'after']);
    expect((await fill(body, reportOf([]))).lines()).toEqual(['before', 'after']);
  });

  test('nest, and look up unknown names in the outer list', async () => {
    const body = p('{#pins}{#tasks}{report.title}/{pin.number}/{task.number};{/tasks}{/pins}');
    const data = reportOf([
      pin({ tasks: [task(), task({ number: 8 })] }),
      pin({ number: 2, tasks: [task({ number: 9 })] }),
    ]);
    expect((await fill(body, data)).lines()).toEqual(['Walk, week 10/1/7;Walk, week 10/1/8;Walk, week 10/2/9;']);
  });

  test('test for any item and for none', async () => {
    const body = p('{#any pins}some{/any pins}{#not pins}none{/not pins}{#any weather}, weather{/weather}');
    expect(await lines(body, reportOf([pin()]))).toEqual(['some']);
    expect(await lines(body, reportOf([]))).toEqual(['none']);
    expect(await lines(p('{#pins}{#pin.notes}[{pin.notes}]{/pin.notes}{#not pin.notes}-{/}{/pins}'))).toEqual([
      '[From the lintel to the ceiling,\nabout 2 mm wide.]-',
    ]);
  });

  test('leave a cell with its mandatory paragraph', async () => {
    const body = tbl(tr(tc(p('{#weather}'), p('{weather.text}'), p('{/weather}'))));
    const { tree } = await fill(body, reportOf([]));
    const cell = [...walk(tree())].find((element) => element.name === 'w:tc');
    expect(cell?.children.map((child) => (typeof child === 'string' ? child : child.name))).toEqual(['w:tcPr', 'w:p']);
  });

  test('are also filled in headers and footers', async () => {
    const more = {
      '[Content_Types].xml': types(
        undefined,
        '<Override PartName="/word/header1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml"/>',
      ),
      'word/_rels/document.xml.rels': relations(relation('rId1', 'header', 'header1.xml')),
      'word/header1.xml': `<w:hdr ${NAMESPACES}>${p('{project.title}: {#attendees}{attendee.company} {/attendees}')}</w:hdr>`,
    };
    const file = await wordFile(p('{report.title}'), more);
    const created = await openWord(await gathered(fillTemplate(file, fullReport(), noPictures)));
    expect(created.lines('word/header1.xml')).toEqual(['Harbour house: Maler Öz GmbH Elektro Nord ']);
  });
});

describe('pictures', () => {
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#a03020' } })
      .withExif({ IFD0: { Make: 'Canary' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 0/1' } })
      .jpeg()
      .toBuffer();
  const extents = (xml: string) =>
    [...xml.matchAll(/<wp:extent cx="(\d+)" cy="(\d+)"/gu)].map(([, x, y]) => [Number(x) / 36_000, Number(y) / 36_000]);
  const media = (files: Map<string, Buffer>) => [...files].filter(([name]) => name.includes('/media/'));

  test('fit their box, are stored once, and carry no location', async () => {
    const bytes = await photo(3_000, 1_500);
    expect(bytes.includes('Canary')).toBe(true);
    const data = reportOf([pin({ photos: [picture('a', 'Above <the> door'), picture('a')] })]);
    const created = await fill(p('{#pins}{#photos}{photo [width: 80, height: 60]}{/photos}{/pins}'), data, {
      pictureBytes: async () => bytes,
    });
    expect(extents(created.xml())).toEqual([
      [80, 40],
      [80, 40],
    ]);
    const [[, kept] = ['', Buffer.alloc(0)], ...others] = media(created.files);
    expect(others).toEqual([]);
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 630, height: 315 });
    expect(kept.includes('Canary') || kept.includes('Exif')).toBe(false);
    expect(created.xml()).toContain('descr="Above &lt;the&gt; door"');
    expect(created.xml('[Content_Types].xml')).toContain('Extension="jpg"');
    const ids = [...created.xml().matchAll(/<wp:docPr id="(\d+)"/gu)].map(([, number]) => number);
    expect(new Set(ids).size).toBe(2);
  });

  test('are rotated upright', async () => {
    const lying = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#fff' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const created = await fill(
      p('{#pins}{pin.photo [width: 50, height: 50]}{/pins}'),
      reportOf([pin({ photos: [picture('a')] })]),
      { pictureBytes: async () => lying },
    );
    expect(extents(created.xml())).toEqual([[25, 50]]);
  });

  test.each([
    ['gone', undefined],
    [
      'no picture',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
      ),
    ],
    ['broken', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(64, 7)])],
  ])('that are %s are replaced by a frame of the same shape', async (_name, bytes) => {
    const created = await fill(
      p('{#pins}{pin.photo [width: 40, height: 30]}{/pins}'),
      reportOf([pin({ photos: [picture('a')] })]),
      { pictureBytes: async () => bytes },
    );
    const [width = 0, height = 0] = extents(created.xml())[0] ?? [];
    expect(width).toBeCloseTo(40, 0);
    expect(height).toBeCloseTo(30, 0);
  });

  test('replace an image whose alternative text names them', async () => {
    const drawing =
      '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="3600000" cy="1800000"/><wp:docPr id="4" name="x" descr="{project.logo}"/><a:graphic><a:graphicData uri="u"><pic:pic><pic:blipFill><a:blip r:embed="rId9"/><a:srcRect l="1000"/></pic:blipFill><pic:spPr><a:xfrm><a:ext cx="3600000" cy="1800000"/></a:xfrm></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>';
    const logo = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const created = await fill(drawing, fullReport(), { pictureBytes: async () => logo });
    expect(extents(created.xml())).toEqual([[50, 50]]);
    expect(created.xml()).not.toContain('rId9');
    expect(created.xml('word/_rels/document.xml.rels')).toContain('media/report1/picture1.png');
    expect((await fill(drawing, reportOf([]))).xml()).not.toContain('w:drawing');
  });

  test('are requested a few at a time, only as fast as the output is consumed', async () => {
    const count = 500;
    const small = await photo(64, 48);
    let under = 0;
    let most = 0;
    let requested = 0;
    const pictureBytes = async () => {
      requested += 1;
      under += 1;
      most = Math.max(most, under);
      await new Promise((resolve) => setImmediate(resolve));
      under -= 1;
      return small;
    };
    const pins = Array.from({ length: count / 5 }, (_, at) =>
      pin({ number: at + 1, photos: Array.from({ length: 5 }, (_one, place) => picture(`${at}-${place}`)) }),
    );
    const template = await wordFile(p('{#pins}{pin.title}{#photos}{photo [width: 20]}{/photos}{/pins}'));
    let yielded = 0;
    let ahead = 0;
    const chunks: Buffer[] = [];
    for await (const chunk of fillTemplate(template, reportOf(pins), { ...noPictures, pictureBytes })) {
      chunks.push(chunk);
      if (chunk.includes(Buffer.from('word/media'))) yielded += 1;
      ahead = Math.max(ahead, requested - yielded);
    }
    expect(requested).toBe(count);
    expect(most).toBeLessThanOrEqual(3);
    expect(ahead).toBeLessThanOrEqual(4);
    expect(media((await openWord(Buffer.concat(chunks))).files)).toHaveLength(count);
  });

  test('stop being requested when the report is cancelled', async () => {
    const off = new AbortController();
    let requested = 0;
    const pins = Array.from({ length: 40 }, (_, at) => pin({ photos: [picture(`${at}`)] }));
    const filling = gathered(
      fillTemplate(await wordFile(p('{#pins}{pin.photo}{/pins}')), reportOf(pins), {
        ...noPictures,
        signal: off.signal,
        async pictureBytes() {
          requested += 1;
          if (requested === 5) off.abort(new Error('cancelled'));
          return undefined;
        },
      }),
    );
    await expect(filling).rejects.toThrow('cancelled');
    expect(requested).toBeLessThan(12);
  });
});

test('progress rises to 1', async () => {
  const reported: number[] = [];
  const data = reportOf([pin({ photos: [picture('a'), picture('b')] }), pin()]);
  await fill(p('{#pins}{#photos}{photo}{/photos}{/pins}'), data, { onProgress: (share) => void reported.push(share) });
  expect(reported).toEqual([...reported].sort((a, b) => a - b));
  expect(reported.at(-1)).toBe(1);
});

test('filling the same report twice gives identical files', async () => {
  const template = await wordFile(p('{#pins}{pin.title}{pin.mark}{/pins}'));
  const one = await gathered(fillTemplate(template, fullReport(), noPictures));
  const two = await gathered(fillTemplate(template, fullReport(), noPictures));
  expect(one.equals(two)).toBe(true);
});

test('a template with problems is not filled', async () => {
  const filling = gathered(fillTemplate(await wordFile(p('{pin.titel}')), fullReport(), noPictures));
  await expect(filling).rejects.toThrow(TemplateInvalid);
});

test('a report whose template is an earlier report keeps the images of both', async () => {
  const first = await gathered(fillTemplate(await wordFile(p('{#pins}{pin.mark}{/pins}')), fullReport(), noPictures));
  const parts = await readZip(first);
  parts.set('word/document.xml', Buffer.from(documentXml(p('{#pins}{pin.mark}{/pins}'))));
  const again = await zipBuffer([...parts].map(([name, bytes]) => ({ name, bytes })));
  const created = await openWord(await gathered(fillTemplate(again, fullReport(), noPictures)));
  expect([...created.files.keys()].filter((name) => name.includes('media/')).sort()).toEqual([
    'word/media/report1/picture1.png',
    'word/media/report1/picture2.png',
    'word/media/report2/picture1.png',
    'word/media/report2/picture2.png',
  ]);
});

const SAMPLES = new URL('../../../../../../../shared/samples/docx-templates/', import.meta.url);

describe.skipIf(!existsSync(SAMPLES))('files written by Word (skipped without the sample files)', () => {
  const names = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((name) => name !== 'images-many-tiles.docx') : [];
  test.each(names)('%s is filled and otherwise unchanged', async (name) => {
    const before = await readZip(readFileSync(new URL(name, SAMPLES)));
    const body = before.get('word/document.xml')?.toString('utf8') ?? '';
    const at = body.lastIndexOf('<w:sectPr');
    before.set(
      'word/document.xml',
      Buffer.from(`${body.slice(0, at)}${p('{report.title}: {#pins}{pin.mark}{/pins}')}${body.slice(at)}`),
    );
    const template = await zipBuffer([...before].map(([part, bytes]) => ({ name: part, bytes })));
    const created = await openWord(await gathered(fillTemplate(template, fullReport(), noPictures)));
    expect(created.lines()).toContain('Walk, week 10: ');
    for (const [part, bytes] of before) {
      if (/document\.xml|Content_Types|settings\.xml|header\d|footer\d/u.test(part)) continue;
      expect(created.files.get(part)?.equals(bytes), part).toBe(true);
    }
  });
});
