// The columns of a file, each with a sample of its values and the choice of what it becomes.
import { Select } from '../../../ui/choices/select.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

const EXAMPLES = 3;
const TITLE = 'import-columns';

type ColumnListProps<Target extends string> = {
  preview: { columns: readonly string[]; rows: readonly (readonly string[])[] };
  /** By the place of the column; `ignore` where there is none. */
  columns: readonly Target[];
  choices: readonly { id: Target; label: string }[];
  /** Targets that several columns may have. */
  repeated: readonly Target[];
  onChange: (columns: Target[]) => void;
};

export function ColumnList<Target extends string>(props: ColumnListProps<Target | 'ignore'>) {
  const { preview, columns, choices, repeated, onChange } = props;
  const t = useT();
  const targets = preview.columns.map((_, at) => columns[at] ?? 'ignore');
  const isTwice = (target: Target | 'ignore') =>
    !repeated.includes(target) && columns.filter((column) => column === target).length > 1;
  return (
    <section className="people-import-columns" aria-labelledby={TITLE}>
      <h3 id={TITLE}>{t('peopleImport.columns')}</h3>
      <Text as="p" size="s" ink={3}>
        {t('peopleImport.columnsText')}
      </Text>
      <Stack as="ul" gap={0} edge corner="m" line="between">
        {preview.columns.map((name, at) => {
          const target = targets[at] ?? 'ignore';
          return (
            <li key={name} data-used={target === 'ignore' ? undefined : ''}>
              <Stack as="span" gap={0} shrink>
                <Text as="b" weight="medium" breaks>
                  {name}
                </Text>
                <Text size="s" ink={3} cut>
                  {preview.rows
                    .flatMap((row) => row[at] || [])
                    .slice(0, EXAMPLES)
                    .join(', ')}
                </Text>
              </Stack>
              <Select
                label={t('peopleImport.column', { name })}
                hideLabel
                choices={choices}
                value={target}
                problem={isTwice(target) ? t('peopleImport.columnProblem.column_twice') : undefined}
                onChange={(id) => {
                  const chosen = choices.find((choice) => choice.id === id)?.id ?? 'ignore';
                  onChange(targets.map((other, place) => (place === at ? chosen : other)));
                }}
              />
            </li>
          );
        })}
      </Stack>
    </section>
  );
}
