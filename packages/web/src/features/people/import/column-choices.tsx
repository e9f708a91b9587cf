// The field that each column of the file is mapped to, next to a sample of its values.
import { type ImportKind, TARGETS_OF, type Target } from '@plumbline/core/features/people/import/columns';
import { useT } from '../../../ui/translation.tsx';
import { ColumnList } from './column-list.tsx';
import type { Preview } from './list-dialog.tsx';

type ColumnChoicesProps = {
  kind: ImportKind;
  preview: Preview;
  columns: readonly Target[];
  onChange: (columns: Target[]) => void;
};

export function ColumnChoices({ kind, preview, columns, onChange }: ColumnChoicesProps) {
  const t = useT();
  const choices = TARGETS_OF[kind].map((id) => ({ id, label: t(`peopleImport.target.${id}`) }));
  return <ColumnList preview={preview} columns={columns} choices={choices} repeated={['ignore']} onChange={onChange} />;
}
