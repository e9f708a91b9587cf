// On generated title blocks the proposed number is right or empty, never wrong.
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import { expect, test } from 'vitest';
import { drawSheet, type Layout, line, type Position, type Wording } from '../../testing/title-block-fixture.ts';
import { nameSheets } from '../page-naming.ts';
import { readTitleBlock } from './title-block.ts';

const wording = (language: string, number: string, title: string, titles: string[], ...others: string[]): Wording => {
  const [project = '', scale = '', date = '', paper = '', author = '', revision = ''] = others;
  return { language, number, title, titles, others: [project, scale, date, paper, author, revision] };
};

const WORDINGS = [
  wording(
    'en',
    'Drawing No.',
    'Drawing title',
    ['Ground floor plan', 'First floor plan', 'Section A', 'Roof plan'],
    'Project No.',
    'Scale',
    'Date',
    'Format',
    'Drawn',
    'Rev.',
  ),
  wording(
    'de',
    'Plan-Nr.',
    'Planinhalt',
    ['Grundriss EG', 'Grundriss OG', 'Schnitt A-A', 'Ansicht Nord'],
    'Projekt-Nr.',
    'Massstab',
    'Datum',
    'Format',
    'Gez.',
    'Index',
  ),
  wording(
    'fr',
    'N° de plan',
    'Titre du plan',
    ['Plan du rez', 'Plan étage 1', 'Coupe AA', 'Façade nord'],
    'Projet n°',
    'Échelle',
    'Date',
    'Format',
    'Dessiné',
    'Indice',
  ),
  wording(
    'it',
    'Tavola n.',
    'Oggetto',
    ['Pianta piano terra', 'Pianta copertura', 'Sezione A', 'Prospetto nord'],
    'Commessa',
    'Scala',
    'Data',
    'Formato',
    'Disegnato',
    'Rev.',
  ),
  wording(
    'es',
    'Plano nº',
    'Título del plano',
    ['Planta baja', 'Planta primera', 'Sección A', 'Alzado norte'],
    'Proyecto',
    'Escala',
    'Fecha',
    'Formato',
    'Dibujado',
    'Rev.',
  ),
  wording(
    'pt',
    'Desenho n.º',
    'Designação',
    ['Planta piso 0', 'Planta piso 1', 'Corte AA', 'Alçado norte'],
    'Projeto',
    'Escala',
    'Data',
    'Formato',
    'Desenhou',
    'Rev.',
  ),
  wording(
    'nl',
    'Tekeningnummer',
    'Onderwerp',
    ['Plattegrond BG', 'Verdieping 1', 'Doorsnede A', 'Gevel noord'],
    'Project',
    'Schaal',
    'Datum',
    'Formaat',
    'Getekend',
    'Wijziging',
  ),
  wording(
    'sv',
    'Ritningsnummer',
    'Innehåll',
    ['Plan våning 1', 'Plan våning 2', 'Sektion A', 'Fasad norr'],
    'Projekt',
    'Skala',
    'Datum',
    'Format',
    'Ritad av',
    'Rev',
  ),
  wording(
    'da',
    'Tegningsnr.',
    'Indhold',
    ['Plan stue etage', 'Plan 1. etage', 'Snit A', 'Facade nord'],
    'Projekt nr.',
    'Skala',
    'Dato',
    'Format',
    'Tegnet',
    'Rev.',
  ),
  wording(
    'pl',
    'Nr rysunku',
    'Treść rysunku',
    ['Rzut parteru', 'Rzut piętra', 'Przekrój A', 'Elewacja'],
    'Projekt nr',
    'Skala',
    'Data',
    'Format',
    'Narysował',
    'Zmiana',
  ),
  wording(
    'cs',
    'Číslo výkresu',
    'Název výkresu',
    ['Půdorys přízemí', 'Půdorys patra', 'Řez A', 'Pohled sever'],
    'Projekt',
    'Měřítko',
    'Datum',
    'Formát',
    'Kreslil',
    'Změna',
  ),
  wording(
    'hr',
    'Broj nacrta',
    'Sadržaj',
    ['Tlocrt prizemlja', 'Tlocrt kata', 'Presjek A', 'Pročelje'],
    'Projekt',
    'Mjerilo',
    'Datum',
    'Format',
    'Crtao',
    'Izmjena',
  ),
  wording(
    'hu',
    'Rajzszám',
    'Megnevezés',
    ['Földszinti alaprajz', 'Emeleti alaprajz', 'A metszet', 'Homlokzat'],
    'Projekt',
    'Méretarány',
    'Dátum',
    'Formátum',
    'Rajzolta',
    'Módosítás',
  ),
  wording(
    'ro',
    'Planșa nr.',
    'Denumire planșă',
    ['Plan parter', 'Plan etaj 1', 'Secțiune A', 'Fațadă nord'],
    'Proiect nr.',
    'Scara',
    'Data',
    'Format',
    'Desenat',
    'Rev.',
  ),
  wording(
    'bg',
    'Чертеж №',
    'Наименование',
    ['План партер', 'План етаж 1', 'Разрез А', 'Фасада север'],
    'Проект',
    'Мащаб',
    'Дата',
    'Формат',
    'Чертил',
    'Изм',
  ),
  wording(
    'tr',
    'Pafta No',
    'Pafta adı',
    ['Zemin kat planı', 'Birinci kat planı', 'Kesit A', 'Görünüş'],
    'Proje',
    'Ölçek',
    'Tarih',
    'Format',
    'Çizen',
    'Rev',
  ),
];

const NUMBERS = [
  ['A-101', 'A-102', 'A-201', 'A-301'],
  ['101', '102', '201', '301'],
  ['4711-E-030', '4711-E-031', '4711-E-040', '4711-E-050'],
  ['5_AR_GR_EG_001', '5_AR_GR_OG_002', '5_AR_SN_AA_003', '5_AR_AN_NO_004'],
  ['S101.2', 'S102.1', 'S201.1', 'S301.4'],
];
const POSITIONS: Position[] = ['corner', 'column', 'strip', 'upperLeft'];
const LABELS = ['above', 'left', 'inline', 'none'] as const;
const SIZES = [1, 2, 3];
const pick = <T>(list: readonly T[], i: number): T => {
  const found = list[i % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

/** Each wording at several positions; some blocks are written upwards, some sheets lie on their side. */
const LAYOUTS: Layout[] = Array.from({ length: 64 }, (_, i) => {
  const position = pick(POSITIONS, i + Math.floor(i / 16));
  return {
    wording: pick(WORDINGS, i),
    position,
    labels: pick(LABELS, i + Math.floor(i / 4)),
    turn: position === 'column' && i % 3 === 0 ? 270 : 0,
    sheetTurn: pick<Rotation>([0, 0, 0, 90, 180, 270], i),
    numbers: pick(NUMBERS, i),
    size: pick(SIZES, i),
  };
});

const describeLayout = ({
  wording: { language },
  position,
  labels,
  turn: rotation,
  sheetTurn,
  size,
  numbers,
}: Layout) => `${language} ${position} ${labels} ${rotation} ${sheetTurn} ×${size} ${numbers[0]}`;

function named(layout: Layout, count: number) {
  const pages = Array.from({ length: count }, (_, i) => {
    const { words, aspect } = drawSheet(layout, i);
    return { label: '', bookmarks: [], block: readTitleBlock(words, aspect) };
  });
  return nameSheets('sheets.pdf', pages);
}

const isClear = ({ labels, size }: Layout) => labels !== 'none' || size > 1;

/** What was read wrongly, and the share of the numbers with a label or a large font that were read. */
function check(count: number) {
  const all = LAYOUTS.flatMap((layout) =>
    named(layout, count).map(({ sheetNumber }, i) => ({ layout, sheetNumber, expected: pick(layout.numbers, i) })),
  );
  const wrong = all
    .filter(({ sheetNumber, expected }) => sheetNumber !== '' && sheetNumber !== expected)
    .map(({ layout, sheetNumber, expected }) => `${describeLayout(layout)}: ${sheetNumber} for ${expected}`);
  const clear = all.filter(({ layout }) => isClear(layout));
  return { wrong, read: clear.filter(({ sheetNumber }) => sheetNumber !== '').length / clear.length };
}

test('the number of a single sheet is right or empty', () => {
  const { wrong, read } = check(1);
  expect(wrong).toEqual([]);
  expect(read).toBeGreaterThan(0.92);
});

test('in a set the other sheets confirm a number without a label', () => {
  const { wrong, read } = check(4);
  expect(wrong).toEqual([]);
  expect(read).toBe(1);
});

test('a room with the same place on every storey does not number the sheets', () => {
  const pages = [1, 2, 3, 4].map((storey) => {
    const room = line(`R${storey}12`, 2250, 1500, 11);
    const notes = Array.from({ length: 12 }, (_, i) =>
      line(`note ${'abcdefghijkl'.charAt(i)} about walls`, 2000, 1300 + i * 12, 8),
    );
    return { label: '', bookmarks: [], block: readTitleBlock([...room, ...notes.flat()]) };
  });
  expect(nameSheets('set.pdf', pages).map(({ sheetNumber }) => sheetNumber)).toEqual(['', '', '', '']);
});

test('the title of a labelled block is that of the sheet', () => {
  const wrong = LAYOUTS.filter(({ labels }) => labels !== 'none').flatMap((layout) =>
    named(layout, 4).flatMap(({ title }, i) =>
      title === layout.wording.titles[i] ? [] : [`${describeLayout(layout)}: ${title}`],
    ),
  );
  expect(wrong).toEqual([]);
});

test.each(POSITIONS)('a sheet without a number has none, whatever its title block says: %s', (position) => {
  for (const labels of LABELS) {
    const layout: Layout = {
      wording: pick(WORDINGS, 1),
      position,
      labels,
      turn: 0,
      sheetTurn: 0,
      numbers: [''],
      size: 2,
    };
    expect(named(layout, 1)[0]?.sheetNumber, labels).toBe('');
    expect(
      named(layout, 5).map(({ sheetNumber }) => sheetNumber),
      labels,
    ).toEqual(['', '', '', '', '']);
  }
});

test('a list of sheets on the cover is not the number of the cover', () => {
  const list = ['A-101', 'A-102', 'A-103', 'A-201'].flatMap((number, i) => line(number, 2000, 1320 + i * 16, 10));
  const words = [...line('Sheet No.', 2000, 1300, 8), ...list, ...line('COVER SHEET', 2000, 1500, 24)];
  expect(nameSheets('set.pdf', [{ label: '', bookmarks: [], block: readTitleBlock(words) }])).toEqual([
    { title: 'COVER SHEET', sheetNumber: '' },
  ]);
});
