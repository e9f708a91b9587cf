// Title blocks of many offices: wordings in 16 languages at several positions, with labels above, beside or in front of
// their values or without any, some written upwards, some on sheets that lie on their side.
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import { nameSheets, type SheetName } from '../text/page-naming.ts';
import { readTitleBlock } from '../text/title-block/title-block.ts';
import { drawSheet, type Layout, type Position, type Wording } from './title-block-fixture.ts';

const wording = (language: string, number: string, title: string, titles: string[], ...others: string[]): Wording => {
  const [project = '', scale = '', date = '', paper = '', author = '', revision = ''] = others;
  return { language, number, title, titles, others: [project, scale, date, paper, author, revision] };
};

export const WORDINGS = [
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
export const POSITIONS: Position[] = ['corner', 'column', 'strip', 'upperLeft'];
export const LABELS = ['above', 'left', 'inline', 'none'] as const;
const SIZES = [1, 2, 3];
export const pick = <T>(list: readonly T[], i: number): T => {
  const found = list[i % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

/** Each wording at several positions; some blocks are written upwards, some sheets lie on their side. */
export const LAYOUTS: Layout[] = Array.from({ length: 64 }, (_, i) => {
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

/** The names that are proposed for a file with this number of sheets. */
export function named(layout: Layout, count: number): SheetName[] {
  const pages = Array.from({ length: count }, (_, i) => {
    const { words, aspect } = drawSheet(layout, i);
    return { label: '', bookmarks: [], block: readTitleBlock(words, aspect) };
  });
  return nameSheets('sheets.pdf', pages);
}
