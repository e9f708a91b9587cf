// What the columns of a list of pins can contain, and how they are proposed from their headings. Pure.
import type { FieldRow } from '../../site/rows/fields.ts';
import type { ProjectRow } from '../../site/rows/projects.ts';
import { headKey } from '../people/import/columns.ts';

/** The fixed targets, in display order. `newField` creates a text field with the heading as its title. */
export const TARGETS = [
  'ignore',
  'key',
  'title',
  'notes',
  'category',
  'status',
  'tags',
  'plan',
  'x',
  'y',
  'photos',
  'createdAt',
  'taskTitle',
  'taskDescription',
  'taskStatus',
  'assignee',
  'dueDate',
  'companyName',
  'craft',
  'newField',
] as const;
export type FixedTarget = (typeof TARGETS)[number];

/** Targets that several columns may have. */
const REPEATABLE: readonly string[] = ['ignore', 'newField'];
const FIELD = /^field:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const RATING = /^rating:.{1,40}$/u;

/** Also `field:` with the id of a custom field, and `rating:` with the id of a rating scale. */
export const isTarget = (name: string): boolean =>
  TARGETS.some((target) => target === name) || FIELD.test(name) || RATING.test(name);

/** The id after the prefix; undefined for other targets. */
export const idOfTarget = (target: string, prefix: 'field' | 'rating'): string | undefined =>
  target.startsWith(`${prefix}:`) ? target.slice(prefix.length + 1) : undefined;

/** The id of the custom field or rating scale that a column fills, if any. */
export type ProjectColumns = {
  fields: readonly Pick<FieldRow, 'id' | 'title'>[];
  ratings: readonly Pick<ProjectRow['ratings'][number], 'id' | 'title'>[];
};

/** Headings that other programs use, and short forms; the program's own texts are added in every language. */
const WORDS: Readonly<Partial<Record<FixedTarget, string>>> = {
  key: 'id guid uuid key punch-item nr no number issue-id issue-number issue-no ticket-id ticket-number task-id defect-id defect-no item-number observation-number lfd-nr laufende-nummer mangelnummer mangel-nr ticketnummer numéro numero número broj číslo nummer numer номер номер-на sayı sıra-no szám număr številka referenz reference ref',
  title:
    'title subject name item-name headline issue defect observation summary topic betreff titel bezeichnung mangel kurztext titre sujet título asunto titolo oggetto tytuł název názov cím başlık konu titlu naslov наименование название заглавие naziv rubrik tittel',
  notes:
    'notes note description details text remark remarks comment long-description beschreibung bemerkung bemerkungen anmerkung langtext notiz description-détaillée remarque descripción observaciones descrizione omschrijving opis popis leírás açıklama descriere описание опис beskrivelse beskrivning descrição',
  category:
    'category type kind issue-type punch-item-type defect-type observation-type ticket-type topic-type kategorie art typ mangelart catégorie categoría categoria categorie kategoria kategória kategori kategorija категория категорија',
  status:
    'status state issue-status topic-status zustand statut estado stato stan stav állapot durum stare статус stanje',
  tags: 'tags tag labels label keywords schlagworte stichworte etiketten étiquettes etiquetas etichette',
  plan: 'plan sheet drawing floor-plan location-plan layer sheet-name drawing-number plan-name planname plannummer zeichnung blatt dessin plano disegno tekening rysunek výkres rajz çizim чертеж чертёж crtež ritning tegning',
  x: 'x pos-x x-pos position-x x-position x-coordinate coordinate-x x-koordinate',
  y: 'y pos-y y-pos position-y y-position y-coordinate coordinate-y y-koordinate',
  photos:
    'photo photos image images picture pictures file file-name filename attachment attachments photo-name foto fotos bild bilder dateiname anhang anhänge photo-file image-file fichier archivo foto-s immagine afbeelding zdjęcie fotografie fénykép fotoğraf fotografija фото снимка',
  createdAt:
    'created created-at created-on creation-date date-created date erstellt erstellt-am erstelldatum datum angelegt-am date-de-création creado-el creato-il aangemaakt utworzono vytvořeno létrehozva',
  taskTitle:
    'task task-title task-name action aufgabe aufgabentitel maßnahme задача zadatak úkol opgave tarea tâche feladat compito taak oppgave zadanie tarefa görev sarcină úloha naloga uppgift',
  taskDescription: 'task-description aufgabenbeschreibung action-required',
  taskStatus: 'task-status task-state aufgabenstatus',
  assignee:
    'assignee assigned-to assigned responsible responsible-person owner zuständig verantwortlich zugewiesen-an zugewiesen responsable asignado-a assegnato-a toegewezen-aan przypisany-do ball-in-court',
  dueDate:
    'due due-date deadline due-by end-date target-date frist fällig fällig-am fälligkeitsdatum termin erledigen-bis échéance date-limite vencimiento fecha-límite scadenza vervaldatum deadline-date termín határidő son-tarih срок',
  companyName: 'company company-name firm organisation organization contractor subcontractor firma unternehmen',
  craft: 'trade craft discipline gewerk fachbereich',
};

const words = (list: string): string[] => list.split(' ').map(headKey);

/** Heading → target. `own`: the program's texts for targets in all languages; they do not override other words. */
export function headingMeanings(own: readonly (readonly [FixedTarget, string])[]): ReadonlyMap<string, FixedTarget> {
  const meanings = new Map<string, FixedTarget>();
  const add = (target: FixedTarget, word: string) => {
    if (word !== '' && !meanings.has(word)) meanings.set(word, target);
  };
  for (const target of TARGETS) for (const word of words(WORDS[target] ?? '')) add(target, word);
  for (const [target, text] of own) add(target, headKey(text));
  return meanings;
}

/** The proposed content of the columns: each target once. `rows`: the first rows, which tell file names from counts. */
export function proposeColumns(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  meanings: ReadonlyMap<string, FixedTarget>,
  { fields, ratings }: ProjectColumns,
): string[] {
  const ofProject = new Map([
    ...ratings.map(({ id, title }) => [headKey(title), `rating:${id}`] as const),
    ...fields.map(({ id, title }) => [headKey(title), `field:${id}`] as const),
  ]);
  const taken = new Set<string>();
  return heads.map((head, at) => {
    const key = headKey(head.replace(/\s*\(\d+\)$/u, ''));
    const target = ofProject.get(key) ?? meanings.get(key) ?? 'ignore';
    const namesFiles = rows.some((row) => /\.\w{3,4}\b/u.test(row[at] ?? ''));
    if (taken.has(target) || (target === 'photos' && !namesFiles)) return 'ignore';
    if (!REPEATABLE.includes(target)) taken.add(target);
    return target;
  });
}

export const COLUMN_PROBLEMS = ['title_missing', 'column_twice'] as const;
export type ColumnProblem = (typeof COLUMN_PROBLEMS)[number];

/** Why pins cannot be read from these columns; undefined if they can. */
export function columnProblem(columns: readonly string[]): ColumnProblem | undefined {
  const used = columns.filter((target) => !REPEATABLE.includes(target));
  if (new Set(used).size < used.length) return 'column_twice';
  return used.includes('title') || used.includes('taskTitle') ? undefined : 'title_missing';
}
