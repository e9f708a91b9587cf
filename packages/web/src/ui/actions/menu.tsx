// A button with a menu of actions. Shortcuts are shown next to the labels; destructive entries are in a separate group
// at the end.
import { type ReactNode, useEffect, useState } from 'react';
import {
  Menu as AriaMenu,
  Header,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  type PopoverProps,
} from 'react-aria-components';
import { CheckIcon, type Icon, IconMark } from '../icons.tsx';
import { Stack, Text } from '../layout/primitives.tsx';
import { AnchoredFrame, type AnchoredProps } from '../overlays/anchored.tsx';
import '../overlays/popover.css';

export type MenuEntry = {
  id: string;
  label: string;
  icon?: Icon | undefined;
  /** Shown instead of an icon. */
  mark?: ReactNode;
  detail?: string | undefined;
  shortcut?: string | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Shows a checkmark where true. In a group of selectable entries, each has this property. */
  selected?: boolean | undefined;
  href?: string | undefined;
  onAction?: (() => void) | undefined;
};

export type MenuGroup = {
  id: string;
  heading?: string | undefined;
  entries: readonly MenuEntry[];
  /** Whether several of the selectable entries can be selected together. */
  several?: boolean | undefined;
};

/** The react-aria props of a group with selectable entries. */
function choosing({ entries, several }: MenuGroup) {
  if (!entries.some((entry) => entry.selected !== undefined)) return {};
  return {
    selectionMode: several ? ('multiple' as const) : ('single' as const),
    selectedKeys: entries.filter((entry) => entry.selected).map((entry) => entry.id),
  };
}

export type MenuProps = {
  trigger: ReactNode;
  label: string;
  groups: readonly MenuGroup[];
  placement?: PopoverProps['placement'] | undefined;
  /** Shown above the entries, e.g. the signed-in user. */
  header?: ReactNode;
  /** Whether it opens at once: it has been loaded by a press on its button. */
  opens?: boolean | undefined;
};

function Entry({ entry }: { entry: MenuEntry }) {
  return (
    <MenuItem
      id={entry.id}
      className="ui-option"
      textValue={entry.label}
      isDisabled={entry.disabled ?? false}
      data-danger={entry.danger ? '' : undefined}
      {...(entry.href !== undefined && { href: entry.href })}
      {...(entry.onAction && { onAction: entry.onAction })}
    >
      {entry.mark ?? (entry.icon && <IconMark icon={entry.icon} />)}
      <Stack as="span" gap={0} shrink grow breaks>
        {entry.label}
        {entry.detail !== undefined && (
          <Text size="s" ink={3} className="ui-option-detail">
            {entry.detail}
          </Text>
        )}
      </Stack>
      {entry.shortcut !== undefined && <kbd className="ui-option-end">{entry.shortcut}</kbd>}
      {entry.selected !== undefined && <IconMark icon={CheckIcon} className="ui-option-check" />}
    </MenuItem>
  );
}

type EntriesProps = Pick<MenuProps, 'label' | 'groups'> & {
  autoFocus?: 'first';
  onClose?: () => void;
};

function Entries({ label, groups, ...rest }: EntriesProps) {
  const filled = groups.filter((group) => group.entries.length > 0);
  return (
    <AriaMenu className="ui-options ui-menu" aria-label={label} {...rest}>
      {filled.map((group, at) => (
        <MenuSection
          key={group.id}
          // Groups and entries share one namespace of ids.
          id={`group ${group.id}`}
          aria-label={group.heading ?? label}
          className="ui-menu-group"
          data-first={at === 0 ? '' : undefined}
          {...choosing(group)}
        >
          {group.heading !== undefined && <Header className="ui-options-heading">{group.heading}</Header>}
          {group.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </MenuSection>
      ))}
    </AriaMenu>
  );
}

export function Menu({ trigger, label, groups, placement = 'bottom start', header, opens = false }: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  // When its button has the focus, so that the focus returns there.
  useEffect(() => setOpen(opens), [opens]);
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      {trigger}
      <Popover className="ui-popover" placement={placement} offset={6}>
        {header}
        <Entries label={label} groups={groups} />
      </Popover>
    </MenuTrigger>
  );
}

/** A menu opened by one of many elements, e.g. a cell of a table. */
export function AnchoredMenu({ anchor, label, groups, onClose }: AnchoredProps & Pick<MenuProps, 'groups'>) {
  return (
    <AnchoredFrame anchor={anchor} onClose={onClose}>
      <Entries label={label} groups={groups} autoFocus="first" onClose={onClose} />
    </AnchoredFrame>
  );
}
