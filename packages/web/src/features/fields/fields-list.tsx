// Ordered list of fields: reordered by dragging the handle
// (mouse, touch, keyboard) or one step at a time from the menu.
import type { FieldRow } from '@plumbline/core/site/rows/fields';
import { Button, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { useCategories } from '../../shared/site/pins/use-pins.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { DownIcon, EditIcon, GripIcon, HideIcon, IconMark, MoreIcon, RestoreIcon, UpIcon } from '../../ui/icons.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { useT } from '../../ui/translation.tsx';
import { formatWords } from './format-labels.ts';
import { FIELD_ICONS } from './use-fields.ts';
import './fields.css';

type FieldsListProps = {
  projectId: string;
  fields: readonly FieldRow[];
  mayManage: boolean;
  onOpen: (field: FieldRow) => void;
  /** Called with the ids of all visible fields in their new order. */
  onOrder: (ids: string[]) => void;
  onActive: (field: FieldRow, active: boolean) => void;
};

/** The ids with those in `moved` placed before or after `to`. */
function reordered(ids: readonly string[], moved: ReadonlySet<string>, to: string, after: boolean): string[] {
  const taken = ids.filter((id) => moved.has(id) && id !== to);
  const left = ids.filter((id) => !taken.includes(id));
  const at = left.indexOf(to) + (after ? 1 : 0);
  return [...left.slice(0, at), ...taken, ...left.slice(at)];
}

export function FieldsList(props: FieldsListProps) {
  const { projectId, fields, mayManage, onOpen, onOrder } = props;
  const t = useT();
  const ids = fields.map((field) => field.id);
  const categories = useCategories(projectId);
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !mayManage,
    getItems: (keys) =>
      [...keys].map((key) => ({ 'text/plain': fields.find((field) => field.id === key)?.title ?? '' })),
    onReorder: ({ keys, target }) =>
      onOrder(reordered(ids, new Set([...keys].map(String)), String(target.key), target.dropPosition === 'after')),
  });
  const step = (field: FieldRow, by: 1 | -1) => {
    const at = ids.indexOf(field.id) + by;
    const to = ids[at];
    if (to !== undefined) onOrder(reordered(ids, new Set([field.id]), to, by === 1));
  };
  const wordsFor = ({ categoryIds }: FieldRow) => {
    if (categoryIds.length === 0) return t('field.allCategories');
    return t.list(categoryIds.flatMap((id) => categories.get(id)?.title ?? []));
  };
  return (
    <GridList
      className="fields-list"
      aria-label={t('field.fields')}
      items={fields}
      dependencies={[categories, t, fields]}
      dragAndDropHooks={dragAndDropHooks}
      onAction={(key) => {
        const field = fields.find((one) => one.id === key);
        if (field && mayManage) onOpen(field);
      }}
    >
      {(field) => (
        <GridListItem
          id={field.id}
          textValue={field.title}
          className="fields-row ui-pressable"
          data-inactive={field.active ? undefined : ''}
        >
          {mayManage ? (
            <Button slot="drag" className="fields-grip" aria-label={t('field.drag', { title: field.title })}>
              <IconMark icon={GripIcon} />
            </Button>
          ) : (
            <span />
          )}
          <Stack as="span" gap={0} center ink="brand" surface="brand-soft" corner="m" box={32}>
            <IconMark icon={FIELD_ICONS[field.format.type]} />
          </Stack>
          <Stack as="span" gap={0} shrink>
            <Row as="span" weight="medium" breaks className="fields-row-title">
              {field.title}
              {!field.active && <Tag>{t('field.inactive')}</Tag>}
            </Row>
            <Text size="s" ink={3} cut>
              {formatWords(t, field.format)}
            </Text>
          </Stack>
          <Text size="s" ink={3} cut className="fields-row-for">
            {wordsFor(field)}
          </Text>
          {mayManage && (
            <FieldMenu {...props} field={field} at={ids.indexOf(field.id)} onStep={(by) => step(field, by)} />
          )}
        </GridListItem>
      )}
    </GridList>
  );
}

type FieldMenuProps = FieldsListProps & { field: FieldRow; at: number; onStep: (by: 1 | -1) => void };

function FieldMenu({ field, at, fields, onOpen, onActive, onStep }: FieldMenuProps) {
  const t = useT();
  return (
    <Menu
      label={t('field.more.of', { title: field.title })}
      placement="bottom end"
      trigger={<IconButton icon={MoreIcon} label={t('field.more.of', { title: field.title })} />}
      groups={[
        {
          id: 'change',
          entries: [
            { id: 'edit', label: t('field.edit'), icon: EditIcon, onAction: () => onOpen(field) },
            { id: 'up', label: t('field.up'), icon: UpIcon, disabled: at === 0, onAction: () => onStep(-1) },
            {
              id: 'down',
              label: t('field.down'),
              icon: DownIcon,
              disabled: at === fields.length - 1,
              onAction: () => onStep(1),
            },
          ],
        },
        {
          id: 'active',
          entries: [
            field.active
              ? { id: 'off', label: t('field.deactivate'), icon: HideIcon, onAction: () => onActive(field, false) }
              : { id: 'on', label: t('field.activate'), icon: RestoreIcon, onAction: () => onActive(field, true) },
          ],
        },
      ]}
    />
  );
}
