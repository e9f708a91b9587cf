// What each column of the file becomes, next to a sample of its values.
import { type FixedTarget, TARGETS } from '@plumbline/core/features/exchange/columns';
import type { previewPinImport } from '@plumbline/core/features/exchange/contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import { useRow, useRowsBy } from '../../local/use-rows.ts';
import { Select } from '../../ui/choices/select.tsx';
import { Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';

export type Preview = ReplyOf<typeof previewPinImport>;
const EXAMPLES = 3;

const LABELS: Readonly<Record<FixedTarget, TextKey>> = {
  ignore: 'peopleImport.target.ignore',
  key: 'pinImport.target.key',
  title: 'pin.title',
  notes: 'pin.notes',
  category: 'pin.category',
  status: 'pin.status',
  tags: 'pin.tags',
  plan: 'pin.plan',
  x: 'pinImport.target.x',
  y: 'pinImport.target.y',
  photos: 'pinImport.target.photos',
  createdAt: 'pin.created',
  taskTitle: 'task.title',
  taskDescription: 'task.description',
  taskStatus: 'task.status',
  assignee: 'task.assignee',
  dueDate: 'task.dueDate',
  companyName: 'people.company',
  craft: 'task.craft',
  newField: 'pinImport.target.newField',
};
const OF_TASK: readonly FixedTarget[] = [
  ...(['taskTitle', 'taskDescription', 'taskStatus', 'assignee', 'dueDate', 'companyName', 'craft'] as const),
];

function useChoices(projectId: string, t: Translator) {
  const fields = useRowsBy('field', 'projectId', projectId) ?? [];
  const ratings = useRow('project', projectId)?.ratings ?? [];
  const ratingTitle = (title: string) => {
    const key = `pin.rating.${title.toLowerCase()}`;
    return t.has(key) ? t(key as TextKey) : title;
  };
  return [
    ...TARGETS.map((id) => {
      const name = t(LABELS[id]);
      return { id: id as string, label: OF_TASK.includes(id) ? t('pinImport.target.task', { name }) : name };
    }),
    ...ratings.map(({ id, title }) => ({ id: `rating:${id}`, label: ratingTitle(title) })),
    ...fields.filter(({ active }) => active).map(({ id, title }) => ({ id: `field:${id}`, label: title })),
  ];
}

type ColumnTargetsProps = {
  projectId: string;
  preview: Preview;
  columns: readonly string[];
  onChange: (columns: string[]) => void;
};

export function ColumnTargets({ projectId, preview, columns, onChange }: ColumnTargetsProps) {
  const t = useT();
  const choices = useChoices(projectId, t);
  const twice = (target: string): boolean =>
    target !== 'ignore' && target !== 'newField' && columns.filter((column) => column === target).length > 1;
  return (
    <section className="people-import-columns" aria-labelledby="pin-import-columns">
      <h3 id="pin-import-columns">{t('peopleImport.columns')}</h3>
      <Text as="p" size="s" ink={3}>
        {t('peopleImport.columnsText')}
      </Text>
      <Stack as="ul" gap={0} edge corner="m" line="between">
        {preview.columns.map((name, at) => {
          const examples = preview.rows.flatMap((row) => row[at] || []).slice(0, EXAMPLES);
          const target = columns[at] ?? 'ignore';
          return (
            <li key={name} data-used={target === 'ignore' ? undefined : ''}>
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
                value={target}
                problem={twice(target) ? t('peopleImport.columnProblem.column_twice') : undefined}
                onChange={(id) =>
                  onChange(preview.columns.map((_, other) => (other === at ? id : (columns[other] ?? 'ignore'))))
                }
              />
            </li>
          );
        })}
      </Stack>
    </section>
  );
}
