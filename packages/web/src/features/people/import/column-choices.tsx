// The field that each column of the file is mapped to, next to a sample of its values.
import { type ImportKind, TARGETS_OF, type Target } from '@plumbline/core/features/people/import/columns';
import { Select } from '../../../ui/choices/select.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { Preview } from './list-dialog.tsx';

const EXAMPLES = 3;

type ColumnChoicesProps = {
  kind: ImportKind;
  preview: Preview;
  columns: readonly Target[];
  onChange: (columns: Target[]) => void;
};

export function ColumnChoices({ kind, preview, columns, onChange }: ColumnChoicesProps) {
  const t = useT();
  const twice = (target: Target | undefined): boolean =>
    target !== undefined && target !== 'ignore' && columns.filter((column) => column === target).length > 1;
  const choices = TARGETS_OF[kind].map((id) => ({ id, label: t(`peopleImport.target.${id}`) }));
  return (
    <section className="people-import-columns" aria-labelledby="people-import-columns">
      <h3 id="people-import-columns">{t('peopleImport.columns')}</h3>
      <Text as="p" size="s" ink={3}>
        {t('peopleImport.columnsText')}
      </Text>
      <Stack as="ul" gap={0} edge corner="m" line="between">
        {preview.columns.map((name, at) => {
          const examples = preview.rows.flatMap((row) => row[at] || []).slice(0, EXAMPLES);
          const target = columns[at];
          return (
            <li key={name} data-used={target !== undefined && target !== 'ignore' ? '' : undefined}>
              <Stack as="span" gap={0} shrink>
                <Text as="b" weight="medium" breaks>
                  {name}
                </Text>
                <Text size="s" ink={3} cut>
                  {examples.join(', ')}
                </Text>
              </Stack>
              <Select
                label={t('peopleImport.column', { name })}
                hideLabel
                choices={choices}
                value={target ?? 'ignore'}
                problem={twice(target) ? t('peopleImport.columnProblem.column_twice') : undefined}
                onChange={(id) => {
                  const chosen = TARGETS_OF[kind].find((one) => one === id) ?? 'ignore';
                  onChange(preview.columns.map((_, other) => (other === at ? chosen : (columns[other] ?? 'ignore'))));
                }}
              />
            </li>
          );
        })}
      </Stack>
    </section>
  );
}
