// The labels of title blocks in the supported languages, and the values next to or below them.
import type { Line } from './reading-lines.ts';

/** `sheet` labels ("Blatt Nr.", "Sheet") may count the sheets of a set; `drawing` labels name the drawing itself. */
export type LabelKind = 'drawing' | 'sheet' | 'title' | 'revision' | 'date' | 'other';

const NO =
  '(?:no|nos|nr|num|number|nummer|numer|numero|número|broj|číslo|szám|id|n|n[°ºo]|č|br|št|№|#)(?![\\p{L}\\d])\\.?[°º]?';
/** Words for a drawing, a plan or a plate, as they occur beside "number". */
const DRAWING =
  '(?:drawing|dwg|plan|zeichnungs?|planche?|plano|dessin|disegno|elaborato|tavola|tav|lámina|desenho|prancha|peça|tekenings?|ritnings?|tegnings?|rysunku|rysunek|výkresu|výkres|nacrta|nacrt|crteža|crtež|načrta|načrt|risbe|lista|plan[sșş](?:a|ă|ei)|desen|rajz|terv|rajzszám|tervszám|чертежа?|чертеж|pafta|çizim|resim)';
const SHEET = '(?:sheet|blatt|blad|feuille|foglio|hoja|folha|list|lap|arkusza?|ark|foaie|лист|sayfa)';
const END = '(?![\\p{L}\\d])\\s*[:.]*';

const FORMS: Record<Exclude<LabelKind, 'other'>, string> = {
  drawing: [
    `${DRAWING}[\\s.-]*${NO}`,
    `${NO}\\s*(?:de |du |della |do |del |da )?${DRAWING}`,
    'plan-?code',
    '(?:rajz|terv)szám',
    'tavola|tav\\.',
    '(?:sheet|plan)[\\s-]*(?:number|no\\.?|nr\\.?)',
  ].join('|'),
  sheet: `${SHEET}[\\s.-]*${NO}|${NO}\\s*(?:de |du |della |do |del |da )?${SHEET}|sheet`,
  title: [
    '(?:sheet|drawing|plan|dwg)[\\s-]*(?:title|name|contents?)|title',
    'plan-?(?:inhalt|titel|bezeichnung|name)|zeichnungs-?(?:inhalt|titel)|titel|inhalt|darstellung',
    'titre(?: du plan)?|d[ée]signation|intitulé|titolo(?: tavola)?|oggetto|contenuto',
    't[íi]tulo(?: del? plano)?|contenido|designação|onderwerp|omschrijving|ritningens innehåll|innehåll|tegningstitel|indhold|innhold',
    'treść rysunku|tytuł rysunku|název výkresu|obsah(?: výkresu)?|názov výkresu|sadržaj(?: nacrta)?|naziv(?: nacrta)?|vsebina(?: risbe)?|naslov',
    'rajz (?:címe|megnevezése)|megnevezés|tárgy|denumirea?(?: plan[sșş](?:ei|ă|a))?|titlul? plan[sșş]ei|наименование|название|заглавие|pafta adı|çizim adı|başlık',
  ].join('|'),
  revision:
    'rev(?:ision|isión|isione|isie|isjon|izija|ízia|ize|íze|isão|izie|izyon|ízió)?|rév(?:ision)?|index|indeks|indice|índice|änd(?:erung)?|issue|ausgabe|wijziging|изм|ревизия|zmiana|zmena|změna|izmjena|sprememba|módosítás',
  date: 'date|datum|data|fecha|dato|dátum|datums|дата|tarih|stand|issued|issue date|plot date|printed|erstellt|gez\\. am',
};
const OTHER = [
  'scale|mass?stab|maßstab|échelle|scala|escala|schaal|skala|målestok|målestokk|mierka|měřítko|mjerilo|merilo|méretarány|scara|мащаб|масштаб|ölçek|mst',
  'format|papier|size|größe|grösse|formato|formaat|lap méret|формат',
  '(?:project|projekt|projet|progetto|proyecto|projeto|proiect|job|order|auftrags?|contract|commission|commessa|objekt|object|dossier|file|prosjekt|проект|proje)[\\s-]*(?:no|nr|number|nummer|n[°º]|#)?',
  'drawn(?: by)?|gezeichnet|gez|dessiné(?: par)?|disegnato|dibujado|desenhou|getekend|ritad(?: av)?|tegnet|kreslil|narysował|crtao|risal|rajzolta|desenat|чертил|çizen',
  'checked(?: by)?|approved(?: by)?|geprüft|gepr|freigegeben|vérifié|controllato|revisado|gecontroleerd|godkänd|kontroll?eret|sprawdził|kontroloval|pregledao|ellenőrizte|verificat|проверил|onaylayan',
  'client|owner|bauherr(?:schaft)?|auftraggeber|maître d.ouvrage|committente|cliente|opdrachtgever|beställare|bygherre|byggherre|inwestor|investor|megrendelő|beneficiar|заказчик|възложител|işveren',
  'phase|status|stage|leistungsphase|statut|stato|fase|stadium|fáze|faza|фаза|стадия|stadiu|aşama',
  'tel|telefon|phone|fax|e-?mail|plz|address|adresse|parcel|parzelle|gb|kat\\.?-?nr|copyright|page|seite',
].join('|');

const ANY = (Object.keys(FORMS) as (keyof typeof FORMS)[]).map(
  (kind) => [kind, new RegExp(`^(?:${FORMS[kind]})${END}`, 'iu')] as const,
);
const OTHER_LABEL = new RegExp(`^(?:${OTHER})${END}`, 'iu');

/** The label a text starts with, and how long it is. */
export function labelOf(text: string): { kind: LabelKind; length: number } | null {
  let best: { kind: LabelKind; length: number } | null = null;
  for (const [kind, form] of ANY) {
    const length = form.exec(text)?.[0].length ?? 0;
    if (length > (best?.length ?? 0)) best = { kind, length };
  }
  const other = OTHER_LABEL.exec(text)?.[0].length ?? 0;
  return other > (best?.length ?? 0) ? { kind: 'other', length: other } : best;
}

/** A value with the line it is on; its box is that of the whole line. */
export type Value = Line & { readonly kind: LabelKind; readonly label: string };

/** To the right as a share of the sheet's width, below in line heights. */
const MAX_OFFSET_RIGHT = 0.12;
const MAX_OFFSET_BELOW = 2.5;
/** A value is that of a label only if every other label is clearly farther away. */
const MIN_LEAD = 1.05;
/** Values below each other under one label are a list of sheets. */
const MAX_LISTED = 1;

/** The values of the labels of one kind: behind the label on its line, or the nearest one that is its own. */
export function valuesOf(
  cells: readonly Line[],
  aspect: number,
  requested: LabelKind,
  fits: (text: string, label: string) => boolean,
): Value[] {
  const labels = cells.flatMap((line) => {
    const label = labelOf(line.text);
    return label ? [{ line, ...label }] : [];
  });
  const isLabelLine = new Set(labels.map(({ line }) => line));
  const free = cells.filter((line) => !isLabelLine.has(line));
  const found: Value[] = [];
  for (const { line, kind, length } of labels) {
    if (kind !== requested) continue;
    const label = line.text.slice(0, length).trim();
    const behind = untilNextLabel(line.text.slice(length).trim());
    if (behind !== '') {
      if (fits(behind, label)) found.push({ ...line, text: behind, kind, label });
      continue;
    }
    const isOwn = (value: Line, distance: number) =>
      labels.every((other) => {
        const theirs = other.line === line ? null : distanceTo(other.line, value, aspect);
        return theirs === null || theirs > MIN_LEAD * distance;
      });
    const own = free
      .filter((value) => fits(value.text, label))
      .map((value) => ({ value, distance: distanceTo(line, value, aspect) }))
      .filter((one): one is { value: Line; distance: number } => one.distance !== null)
      .sort((a, b) => a.distance - b.distance)
      .find(({ value, distance }) => isOwn(value, distance))?.value;
    if (!own) continue;
    const listed = free.filter((other) => fits(other.text, label) && isBelow(own, other));
    const rows = listed.filter((other) => labels.every((one) => !isBeside(one.line, other)));
    if (rows.length <= MAX_LISTED) found.push({ ...own, kind, label });
  }
  return found.sort((a, b) => b.sizePt - a.sizePt);
}

/** "101 Index B": the value ends where the next label starts. */
function untilNextLabel(text: string): string {
  const words = text.split(' ');
  const end = words.findIndex((_word, i) => i > 0 && labelOf(words.slice(i).join(' ')) !== null);
  return end > 0 ? words.slice(0, end).join(' ') : text;
}

const middle = (line: Line) => (line.y + line.bottom) / 2;
const heightOf = (one: Line, other: Line) => Math.max(one.bottom - one.y, other.bottom - other.y);

const isBeside = (label: Line, value: Line): boolean =>
  Math.abs(middle(label) - middle(value)) < 0.6 * heightOf(label, value) && label.right <= value.x + 0.01;

/** In the rows right below, at the same left edge and of the same size. */
function isBelow(value: Line, other: Line): boolean {
  const height = value.bottom - value.y;
  const down = other.y - value.bottom;
  return other !== value && Math.abs(other.x - value.x) < height && down > -0.2 * height && down < 8 * height;
}

/** Distance of a value from its label; null if it is neither next to nor below it. */
function distanceTo(label: Line, value: Line, aspect: number): number | null {
  const height = heightOf(label, value);
  const most = MAX_OFFSET_RIGHT * aspect;
  const gap = value.x - label.right;
  if (Math.abs(middle(label) - middle(value)) < 0.6 * height && gap > -0.005 && gap < most) return Math.max(0, gap);
  const under = value.y - label.bottom;
  const stacked = value.x < label.right + most / 4 && value.right > label.x - most / 8;
  if (!stacked || under <= -0.6 * height || under >= MAX_OFFSET_BELOW * height || middle(value) <= middle(label))
    return null;
  // A value that does not start at its label belongs rather to the column it starts in.
  return Math.max(0, under) + 0.3 * Math.abs(value.x - label.x);
}
