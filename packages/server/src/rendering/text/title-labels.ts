// Finds the sheet number and the title next to or below their labels in a title block.

/** Words at the same height, with their box as fractions of the sheet and their font size in points. */
export interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
  readonly sizePt: number;
}

const NO = '(?:no|nr|num|number|nummer|id|n[°º]|#)\\b\\.?';
/** "Sheet no.", "Plan-Nr.", "N° de plan", "Tavola n.", "Tekeningnummer", "Nr rysunku", "Číslo výkresu". */
const NUMBER_LABEL = new RegExp(
  `^(?:${[
    `(?:sheet|drawing|dwg|plan|blatt|zeichnungs?|planche|plano|ritnings?|tegnings?|tekening|blad|desenho|folha)[\\s-]*${NO}`,
    'plan-?code',
    `${NO}\\s*(?:de |du |della )?(?:plan|planche|feuille|tavola|plano|rysunku)`,
    'num[ée]ro (?:de |du )?(?:plan|planche)',
    `tavola(?:\\s*${NO.replace('no|', 'no?|')})?`,
    '(?:číslo|č\\.) výkresu',
    'sheet',
  ].join('|')})\\s*[:.]*`,
  'iu',
);
/** "Sheet title", "Planinhalt", "Titre du plan", "Oggetto", "Onderwerp", "Treść rysunku". */
const TITLE_LABEL =
  /^(?:(?:sheet|drawing|plan)[\s-]*(?:title|name|contents?)|title|plan-?(?:inhalt|titel|bezeichnung|name)|zeichnungs-?(?:inhalt|titel)|titel|inhalt|darstellung|titre(?: du plan)?|d[ée]signation|titolo(?: tavola)?|oggetto|t[íi]tulo(?: del plano)?|contenido|onderwerp|treść rysunku|tytuł rysunku|název výkresu)\b\s*[:.]*/iu;

const NUMBER = /^(?=.*\d)[\p{L}\d][\p{L}\d._/-]{0,29}$/u;
const DATE = /^\d{1,4}[./-]\d{1,2}[./-]\d{2,4}$/;
const SCALE = /^1:\d+$/;
/** The word alone must not match any number: "Sheet 3 of 7" is a page count. */
const BARE_SHEET_LABEL = /^sheet\s*:?$/iu;
const STRICT = /^[A-Z]{1,4}[-.]?\d{1,4}([.-]\d{1,3})?[a-z]?$/;

/** Maximum distance of a value from its label: to the right as a share of the sheet, below in line heights. */
const MAX_OFFSET_RIGHT = 0.12;
const MAX_OFFSET_BELOW = 2.5;

export const isLabel = (text: string): boolean => NUMBER_LABEL.test(text) || TITLE_LABEL.test(text);

/** The number next to the label that has the largest one; empty if no label has any. */
export function labelledNumber(lines: readonly Line[]): string {
  const found = valuesOf(lines, NUMBER_LABEL, (text, label) =>
    BARE_SHEET_LABEL.test(label) ? STRICT.test(text) : NUMBER.test(text) && !DATE.test(text) && !SCALE.test(text),
  );
  return found[0]?.text ?? '';
}

/** The lines that a label identifies as the title, the largest first. */
export function labelledTitles(lines: readonly Line[]): Line[] {
  return valuesOf(lines, TITLE_LABEL, (text) => /\p{L}{2}/u.test(text) && text.length <= 120 && !text.endsWith(':'));
}

function valuesOf(lines: readonly Line[], form: RegExp, fits: (text: string, label: string) => boolean): Line[] {
  const found: Line[] = [];
  for (const line of lines) {
    const label = form.exec(line.text)?.[0];
    if (label === undefined) continue;
    const behind = line.text.slice(label.length).trim();
    if (behind !== '') {
      if (fits(behind, label)) found.push({ ...line, text: behind });
      continue;
    }
    const value = lines
      .filter((other) => other !== line && !isLabel(other.text) && fits(other.text, label))
      .map((other) => ({ other, away: distanceTo(line, other) }))
      .filter(({ away }) => away !== null)
      .sort((a, b) => (a.away ?? 0) - (b.away ?? 0))[0]?.other;
    if (value) found.push(value);
  }
  return found.sort((a, b) => b.sizePt - a.sizePt);
}

/** Distance of a value from its label; null if it is neither next to nor below it. */
function distanceTo(label: Line, value: Line): number | null {
  const height = Math.max(label.bottom - label.y, value.bottom - value.y);
  const middle = (line: Line) => (line.y + line.bottom) / 2;
  const gap = value.x - label.right;
  if (Math.abs(middle(label) - middle(value)) < 0.6 * height && gap > -0.005 && gap < MAX_OFFSET_RIGHT)
    return Math.max(0, gap);
  const under = value.y - label.bottom;
  const stacked = value.x < label.right + MAX_OFFSET_RIGHT / 4 && value.right > label.x - MAX_OFFSET_RIGHT / 8;
  return stacked && under > -0.6 * height && under < MAX_OFFSET_BELOW * height && middle(value) > middle(label)
    ? under
    : null;
}
