// A choice between two to five visible options; takes effect immediately. For more options, use Select.
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useNoticed } from '../edit-notice.ts';
import { type Icon, IconMark } from '../icons.tsx';
import './segmented-control.css';

export type Segment<Id extends string> = {
  id: Id;
  label: string;
  icon?: Icon | undefined;
  isDisabled?: boolean | undefined;
};

export type SegmentedControlProps<Id extends string> = {
  label: string;
  segments: readonly Segment<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** Show only the icons; labels are still announced. */
  iconsOnly?: boolean | undefined;
};

export function SegmentedControl<Id extends string>({
  label,
  segments,
  value,
  iconsOnly,
  ...rest
}: SegmentedControlProps<Id>) {
  const onChange = useNoticed(rest.onChange);
  return (
    <ToggleButtonGroup
      aria-label={label}
      className="ui-segments"
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = segments.find((segment) => keys.has(segment.id));
        if (chosen) onChange(chosen.id);
      }}
    >
      {segments.map((segment) => {
        const bare = iconsOnly === true && segment.icon !== undefined;
        return (
          <ToggleButton
            key={segment.id}
            id={segment.id}
            className="ui-segment"
            data-bare={bare ? '' : undefined}
            isDisabled={segment.isDisabled ?? false}
            {...(bare && { 'aria-label': segment.label })}
          >
            {segment.icon && <IconMark icon={segment.icon} />}
            {!bare && segment.label}
          </ToggleButton>
        );
      })}
    </ToggleButtonGroup>
  );
}
