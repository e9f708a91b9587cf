// The labels of title blocks in the supported languages. Pure.

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
