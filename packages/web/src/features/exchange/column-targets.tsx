// What each column of the file becomes, next to a sample of its values.
import { type FixedTarget, TARGETS } from '@plumbline/core/features/exchange/columns';
import type { previewPinImport } from '@plumbline/core/features/exchange/contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import type { TextKey } from '@plumbline/locales/keys';
import type { Translator } from '@plumbline/locales/translate';
import { useRow, useRowsBy } from '../../local/use-rows.ts';
import { useT } from '../../ui/translation.tsx';
import { ColumnList } from '../people/import/column-list.tsx';

export type Preview = ReplyOf<typeof previewPinImport>;

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
  return (
    <ColumnList
      preview={preview}
      columns={columns}
      choices={choices}
      repeated={['ignore', 'newField']}
      onChange={onChange}
    />
  );
}
