// One place in a tree of folders, as indented radio buttons.
import { useId } from 'react';
import { FolderIcon, type Icon, IconMark } from '../icons.tsx';
import { Row, Stack, Text } from '../layout/primitives.tsx';
import './checkbox.css';

/** `id` null: the top of the tree. */
type Place = { id: string | null; name: string; depth: number };

export type TreeChoiceProps = {
  label: string;
  topIcon: Icon;
  places: readonly Place[];
  chosen: string | null | undefined;
  onChoose: (id: string | null) => void;
  /** The place that cannot be chosen; undefined if all can. */
  disabled: string | null | undefined;
  /** Explains why it cannot be chosen. */
  disabledText?: string;
};

const MAX_INDENT = 6;

export function TreeChoice(props: TreeChoiceProps) {
  const { label, topIcon, places, chosen, onChoose, disabled, disabledText } = props;
  const group = useId();
  return (
    <Stack fluid gap={0} scroll className="ui-tree" role="radiogroup" aria-label={label}>
      {places.map(({ id, name, depth }) => (
        <Row
          key={id ?? 'top'}
          as="label"
          corner="m"
          className="ui-tree-place ui-pressable"
          style={{ paddingInlineStart: `${12 + Math.min(depth, MAX_INDENT) * 20}px` }}
        >
          <input
            type="radio"
            name={group}
            checked={chosen === id}
            disabled={id === disabled}
            onChange={() => onChoose(id)}
          />
          <IconMark icon={id === null ? topIcon : FolderIcon} />
          <Text shrink grow breaks>
            {name}
          </Text>
          {id === disabled && disabledText !== undefined && <Text size="s">{disabledText}</Text>}
        </Row>
      ))}
    </Stack>
  );
}
