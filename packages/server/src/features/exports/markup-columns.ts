// Columns of exported markups: sizes are numbers in metric units, which can be added up.
import type { Measured } from '@plumbline/core/features/maps/markup';
import { ratioOf } from '@plumbline/core/features/maps/scale-regions';
import type { Cell } from '../../office/table-cells.ts';
import type { Column, ColumnContext } from './columns.ts';
import type { MarkupExportRow } from './markups.ts';

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

type Sizes = { length: number; area: number; around: number; degrees: number; count: number };

function sizeOf(measured: Measured | undefined, size: keyof Sizes, digits: number): Cell {
  const value = (measured as Partial<Sizes> | undefined)?.[size];
  return value === undefined ? null : rounded(value, digits);
}

/**
 * The N of the scale 1:N that a length or an area was measured with, or why there is none. Spreadsheets read "1:50" as a
 * time.
 */
function scaleCell({ scale, sheet }: MarkupExportRow, t: ColumnContext['t']): Cell {
  if (!scale) return null;
  if (scale.problem === 'crosses') return t('measure.crossesViews');
  if (scale.problem === 'notToScale') return t('measure.notToScale');
  if (!scale.toMetres || !sheet) return null;
  return rounded(ratioOf(scale.toMetres, sheet), 2);
}

export function markupColumns({ t, zone }: ColumnContext): Column<MarkupExportRow>[] {
  return [
    { head: t('export.sheetNumber'), width: 14, cell: ({ plan }) => plan.sheetNumber },
    { head: t('pin.plan'), width: 36, cell: ({ plan }) => plan.name },
    { head: t('group.kind'), width: 14, cell: ({ markup }) => t(`measure.tool.${markup.kind}`) },
    { head: t('export.layer'), width: 20, cell: ({ layer }) => layer },
    { head: t('export.createdBy'), width: 24, cell: ({ author }) => author },
    { head: t('export.label'), width: 40, cell: ({ markup }) => markup.text },
    { head: t('export.length'), width: 12, cell: ({ measured }) => sizeOf(measured, 'length', 3) },
    { head: t('export.area'), width: 12, cell: ({ measured }) => sizeOf(measured, 'area', 3) },
    { head: t('export.perimeter'), width: 14, cell: ({ measured }) => sizeOf(measured, 'around', 3) },
    { head: t('export.angle'), width: 12, cell: ({ measured }) => sizeOf(measured, 'degrees', 1) },
    { head: t('export.count'), width: 10, cell: ({ measured }) => sizeOf(measured, 'count', 0) },
    { head: t('export.scale'), width: 18, cell: (row) => scaleCell(row, t) },
    { head: t('measure.regionName'), width: 24, cell: ({ scale }) => scale?.region?.name ?? null },
    { head: t('group.createdAt'), width: 18, cell: ({ markup }) => ({ moment: markup.createdAt, zone }) },
  ];
}
