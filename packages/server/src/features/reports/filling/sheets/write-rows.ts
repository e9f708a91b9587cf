// Writes filled rows as the XML of a sheet. Values are text or numbers and never formulas, whatever they begin with.

import { areaName, cellName, readArea } from '../../../../office/cell-names.ts';
import { elementText, escapeXml } from '../../../../office/xml.ts';
import type { FilledCell, FilledRow, FilledText } from './fill-sheet.ts';
import { type MoveRows, moveFormula } from './formulas.ts';
import type { SourceCell } from './sheet-rows.ts';

/** Maximum number of characters in a cell. */
const MAX_CELL_LENGTH = 32_767;
/** Text that would become a formula once someone edits the cell. */
const FORMULA_START = /^[=+\-@\t\r]/u;

export type RowWriting = {
  /** How the formulas of a copy see the rows. */
  moveFrom: (path: readonly number[]) => MoveRows;
  /** The style that forces text for a cell of this style. */
  quoted: (style: string | undefined) => string;
};

export function rowText({ row, source, path, cells, height }: FilledRow, writing: RowWriting): string {
  const attributes = new Map(source.attributes);
  attributes.delete('spans');
  attributes.set('r', String(row));
  if (height !== undefined) attributes.set('ht', height.toFixed(2)).set('customHeight', '1');
  const move = writing.moveFrom(path);
  const inside = cells.map((cell) => cellText(cell, row, move, writing.quoted)).join('');
  return `<row${written(attributes)}>${inside}</row>`;
}

function cellText(filled: FilledCell, row: number, move: MoveRows, quoted: RowWriting['quoted']): string {
  const { cell } = filled;
  const attributes = new Map(cell.attributes);
  attributes.set('r', cellName({ column: cell.column, row }));
  if (filled.kind === 'kept') return elementText({ name: 'c', attributes, children: cell.children });
  attributes.delete('t');
  if (filled.kind === 'empty') return `<c${written(attributes)}/>`;
  if (filled.kind === 'number') return `<c${written(attributes)}><v>${filled.value}</v></c>`;
  if (filled.kind === 'formula') return `<c${written(attributes)}>${formulaText(cell, move)}</c>`;
  const text = filled.runs.map((run) => run.text).join('');
  if (FORMULA_START.test(text)) attributes.set('s', quoted(attributes.get('s')));
  attributes.set('t', 'inlineStr');
  return `<c${written(attributes)}><is>${richText(filled.runs)}</is></c>`;
}

/** Without its previous result, which is calculated again when the file is opened. */
function formulaText({ children, formula = '' }: SourceCell, move: MoveRows): string {
  const given = children.find((child) => typeof child !== 'string' && child.name === 'f');
  const attributes = new Map(typeof given === 'object' ? given.attributes : []);
  for (const name of attributes.get('t') === 'shared' ? ['t', 'si', 'ref'] : []) attributes.delete(name);
  const area = readArea(attributes.get('ref') ?? '');
  const rows = area && move(undefined, area.top, area.bottom);
  if (area && rows) attributes.set('ref', areaName({ ...area, ...rows }));
  return `<f${written(attributes)}>${escapeXml(moveFormula(formula, move))}</f>`;
}

function richText(runs: readonly FilledText[]): string {
  let left = MAX_CELL_LENGTH;
  const pieces = runs.map(({ text, runStyle }) => {
    const kept = text.slice(0, left);
    left -= kept.length;
    return { text: `<t xml:space="preserve">${escapeXml(kept)}</t>`, runStyle };
  });
  if (pieces.every(({ runStyle }) => runStyle === undefined)) {
    const text = runs.map((run) => run.text).join('');
    return `<t xml:space="preserve">${escapeXml(text.slice(0, MAX_CELL_LENGTH))}</t>`;
  }
  return pieces.map(({ text, runStyle }) => `<r>${runStyle ? propertiesText(runStyle) : ''}${text}</r>`).join('');
}

const propertiesText = (runStyle: Parameters<typeof elementText>[0]): string => elementText(runStyle);

const written = (attributes: ReadonlyMap<string, string>): string =>
  [...attributes].map(([name, value]) => ` ${name}="${escapeXml(value)}"`).join('');
