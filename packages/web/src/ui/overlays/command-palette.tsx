// The command menu: typing filters what can be opened and done. The caller provides the commands.
import { pastedText } from '@plumbline/core/kernel/pasted-text';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components';
import { IconButton } from '../actions/icon-button.tsx';
import { pasteLine } from '../fields/field.tsx';
import { CloseIcon, type Icon, IconMark, SearchIcon } from '../icons.tsx';
import { Row, Stack, Text } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import './command-palette.css';
import './popover.css';

export type Command = {
  /** Unique among all commands. */
  id: string;
  label: string;
  detail?: string | undefined;
  icon: Icon;
  /** Shown at the end of the line, e.g. a status. */
  end?: ReactNode;
  /** Shown instead of all of these. */
  content?: ReactNode;
  href?: string | undefined;
  onAction?: (() => void) | undefined;
};

export type CommandGroup = { id: string; heading: string; commands: readonly Command[] };

export type CommandPaletteProps = {
  /** Already filtered by the text. */
  groups: readonly CommandGroup[];
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
};

function Line({ command: { icon, label, detail, end } }: { command: Command }) {
  return (
    <>
      <IconMark icon={icon} />
      <Stack as="span" gap={0} shrink grow breaks>
        {label}
        {detail !== undefined && (
          <Text size="s" ink={3} className="ui-option-detail">
            {detail}
          </Text>
        )}
      </Stack>
      {end}
    </>
  );
}

export function CommandPalette({ groups, text, onText, onClose }: CommandPaletteProps) {
  const t = useT();
  const filled = groups.filter((group) => group.commands.length > 0);
  const list = useRef<HTMLDivElement>(null);
  /** The text for which Enter was pressed before there was a result. */
  const awaited = useRef<string>(undefined);
  const openFirst = (): boolean => {
    const first = list.current?.querySelector<HTMLElement>('[role=menuitem]');
    first?.click();
    return first !== null && first !== undefined;
  };
  /** Results are highlighted a moment after they are shown: until then Enter opens the first one. */
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return;
    if (list.current?.querySelector('[role=menuitem][data-focused]')) return;
    event.preventDefault();
    event.stopPropagation();
    awaited.current = openFirst() ? undefined : text;
  };
  useEffect(() => {
    if (awaited.current === undefined) return;
    if (awaited.current !== text || openFirst()) awaited.current = undefined;
  });
  return (
    <ModalOverlay
      className="ui-overlay ui-commands-overlay"
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="ui-modal ui-commands-modal">
        <Dialog className="ui-dialog" aria-label={t('ui.commands')}>
          <Autocomplete inputValue={text} onInputChange={(typed) => onText(pastedText(typed))}>
            <Row gap={0} fixed line="below" onKeyDownCapture={onEnter}>
              <SearchField className="ui-commands-field" aria-label={t('ui.commandsHint')} autoFocus>
                <IconMark icon={SearchIcon} />
                <Input className="ui-input" onPaste={pasteLine} placeholder={t('ui.commandsHint')} />
              </SearchField>
              <div className="ui-commands-close">
                <IconButton icon={CloseIcon} label={t('ui.close')} onPress={onClose} />
              </div>
            </Row>
            <Menu
              ref={list}
              className="ui-options ui-commands-list"
              aria-label={t('ui.commands')}
              items={filled}
              onAction={onClose}
              renderEmptyState={() => (
                <Text as="div" pad={3} size="s" ink={3} breaks>
                  {t('ui.commandsEmpty', { text })}
                </Text>
              )}
            >
              {(group) => (
                <MenuSection id={`group ${group.id}`} className="ui-commands-group">
                  <Header className="ui-options-heading">{group.heading}</Header>
                  <Collection items={group.commands}>
                    {(command) => (
                      <MenuItem
                        id={command.id}
                        className="ui-option"
                        textValue={command.label}
                        {...(command.href !== undefined && { href: command.href })}
                        {...(command.onAction && { onAction: command.onAction })}
                      >
                        {command.content ?? <Line command={command} />}
                      </MenuItem>
                    )}
                  </Collection>
                </MenuSection>
              )}
            </Menu>
          </Autocomplete>
          <Text as="p" pad="2 4" fixed size="xs" ink={3} line="above" className="ui-commands-keys">
            {t('ui.commandsKeys')}
          </Text>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
