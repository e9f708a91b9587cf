// The pin fields of a project in their order.
import { sortFields } from '@plumbline/core/features/fields/rules';
import type { FieldRow, FieldType } from '@plumbline/core/site/rows/fields';
import { useMemo } from 'react';
import { useRowsBy } from '../../local/use-rows.ts';
import {
  CurrencyIcon,
  DateIcon,
  FieldsIcon,
  type Icon,
  NumberMarkIcon,
  PercentIcon,
  TagIcon,
  TextMarkIcon,
  TimeIcon,
} from '../../ui/icons.tsx';

const NONE: readonly FieldRow[] = [];

/** All fields, including inactive ones; empty while loading. */
export function useFields(projectId: string | null): readonly FieldRow[] {
  const rows = useRowsBy('field', 'projectId', projectId) ?? NONE;
  return useMemo(() => sortFields(rows), [rows]);
}

export const FIELD_ICONS: Record<FieldType, Icon> = {
  NUMBER: NumberMarkIcon,
  CURRENCY: CurrencyIcon,
  PERCENTAGE: PercentIcon,
  TIME: TimeIcon,
  DATE: DateIcon,
  TEXT: TextMarkIcon,
  SLIDER: FieldsIcon,
  TAGS: TagIcon,
};
