// Chooses the columns of a table: which of its own are hidden, and which custom fields are added.
import { Menu } from '../../ui/actions/menu.tsx';
import { ToolButton } from '../../ui/fields/filter-button.tsx';
import { ColumnsIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';

type ColumnsMenuProps = {
  standard: readonly { id: string; title: string }[];
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
  /** Custom fields, and the ids of those that are shown. */
  fields?: readonly { id: string; title: string }[] | undefined;
  columns?: readonly string[] | undefined;
  onColumns?: ((columns: readonly string[]) => void) | undefined;
};

const toggled = (ids: readonly string[], id: string): readonly string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

export function ColumnsMenu({ standard, hidden, onHidden, fields = [], columns = [], onColumns }: ColumnsMenuProps) {
  const t = useT();
  return (
    <Menu
      label={t('pin.columns')}
      placement="bottom end"
      trigger={<ToolButton icon={ColumnsIcon} label={t('pin.columns')} />}
      groups={[
        {
          id: 'standard',
          heading: t('pin.columns'),
          several: true,
          entries: standard.map(({ id, title }) => ({
            id,
            label: title,
            selected: !hidden.includes(id),
            onAction: () => onHidden(toggled(hidden, id)),
          })),
        },
        {
          id: 'fields',
          heading: t('pin.field.fields'),
          several: true,
          entries: fields.map(({ id, title }) => ({
            id,
            label: title,
            selected: columns.includes(id),
            onAction: () => onColumns?.(toggled(columns, id)),
          })),
        },
      ]}
    />
  );
}
