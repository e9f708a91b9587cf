// The fields of a title block, each with the value that is read in its region. A press makes a field the one to mark.
import { TITLE_FIELDS, type TitleField } from '@plumbline/core/features/imports/title-block/fields';
import type { TitleRegions, TitleValues } from '@plumbline/core/features/imports/title-block/regions';
import { ToggleButton } from 'react-aria-components';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

export type TitleFieldsProps = {
  regions: TitleRegions;
  values: TitleValues;
  labelOf: (field: TitleField) => string;
  active: TitleField | null;
  onActive: (field: TitleField | null) => void;
  onRemove: (field: TitleField) => void;
};

export function TitleFields({ regions, values, labelOf, active, onActive, onRemove }: TitleFieldsProps) {
  const t = useT();
  return TITLE_FIELDS.map((field) => {
    const label = labelOf(field);
    const value = values[field];
    const isMarked = regions[field] !== undefined;
    return (
      <Row key={field} gap={1} align="stretch">
        <ToggleButton
          className="title-field ui-pressable"
          isSelected={field === active}
          onChange={(on) => onActive(on ? field : null)}
        >
          <Text size="s" ink={2}>
            {label}
          </Text>
          <Text weight={value === '' ? 'regular' : 'medium'} ink={value === '' ? 3 : 1} breaks>
            {value || t(isMarked ? 'import.titleBlock.nothingRead' : 'import.titleBlock.notMarked')}
          </Text>
        </ToggleButton>
        {isMarked && (
          <IconButton icon={CloseIcon} label={t('ui.remove', { name: label })} onPress={() => onRemove(field)} />
        )}
      </Row>
    );
  });
}
