// An option in a Select or ComboBox.
import type { ReactNode } from 'react';
import { ListBoxItem } from 'react-aria-components';
import { CheckIcon, IconMark } from '../icons.tsx';
import { Stack, Text } from '../layout/primitives.tsx';
import '../overlays/popover.css';

export type Choice = {
  id: string;
  label: string;
  detail?: string | undefined;
  /** A small icon before the text: an Avatar, a PinMark, a StatusGlyph. */
  mark?: ReactNode;
  isDisabled?: boolean | undefined;
};

export function Option({ choice }: { choice: Choice }) {
  return (
    <ListBoxItem id={choice.id} className="ui-option" textValue={choice.label} isDisabled={choice.isDisabled ?? false}>
      {choice.mark}
      <Stack as="span" gap={0} shrink grow breaks>
        {choice.label}
        {choice.detail !== undefined && (
          <Text size="s" ink={3} className="ui-option-detail">
            {choice.detail}
          </Text>
        )}
      </Stack>
      <IconMark icon={CheckIcon} className="ui-option-check" />
    </ListBoxItem>
  );
}
