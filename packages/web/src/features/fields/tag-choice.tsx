// Toggle buttons for a fixed list of tags. A selected tag that was removed from the list stays until it is deselected.
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Text } from '../../ui/layout/primitives.tsx';
import '../../ui/fields/filter.css';

type TagChoiceProps = {
  label: string;
  hideLabel?: boolean | undefined;
  offered: readonly string[];
  tags: readonly string[];
  onChange: (tags: string[]) => void;
};

export function TagChoice({ label, hideLabel, offered, tags, onChange }: TagChoiceProps) {
  const all = [...new Set([...offered, ...tags])];
  return (
    <div className="filter-part">
      <span className={hideLabel ? 'ui-hidden' : 'ui-label'}>{label}</span>
      <ToggleButtonGroup
        className="filter-chips"
        aria-label={label}
        selectionMode="multiple"
        selectedKeys={tags}
        onSelectionChange={(keys) => onChange(all.filter((tag) => keys.has(tag)))}
      >
        {all.map((tag) => (
          <ToggleButton key={tag} id={tag} className="filter-chip ui-pressable">
            <Text cut>{tag}</Text>
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  );
}
