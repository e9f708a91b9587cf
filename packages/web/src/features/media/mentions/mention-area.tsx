// Text area with mentions: typing @ opens a list of people, arrow keys and Enter choose.
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { PersonAvatar } from '../../../shared/session/person-avatar.tsx';
import { TextArea, type TextAreaProps } from '../../../ui/fields/text-area.tsx';
import { Box, Row } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { inserted, type MentionTarget, matching, queryAt } from './mention-text.ts';
import './mentions.css';

export type MentionAreaProps = Omit<TextAreaProps, 'value' | 'onChange' | 'onKeyDown' | 'inputRef'> & {
  value: string;
  onChange: (value: string) => void;
  people: readonly MentionTarget[];
  /** Called on Ctrl+Enter. */
  onSend?: (() => void) | undefined;
};

export function MentionArea({ value, onChange, people, onSend, ...rest }: MentionAreaProps) {
  const t = useT();
  const input = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [query, setQuery] = useState<string>();
  const [at, setAt] = useState(0);
  const found = query === undefined ? [] : matching(people, query);
  const current = Math.min(at, found.length - 1);

  const look = (text: string) => {
    setQuery(queryAt(text, input.current?.selectionStart ?? text.length));
    setAt(0);
  };
  const choose = (person: MentionTarget) => {
    const next = inserted(value, input.current?.selectionStart ?? value.length, person.name);
    onChange(next.text);
    setQuery(undefined);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  /** True if the list handled the key. */
  const inList = (event: KeyboardEvent): boolean => {
    const person = found[current];
    if (!person) return false;
    if (event.key === 'ArrowDown') setAt((current + 1) % found.length);
    else if (event.key === 'ArrowUp') setAt((current - 1 + found.length) % found.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(person);
    else if (event.key === 'Escape') setQuery(undefined);
    else return false;
    event.preventDefault();
    return true;
  };
  return (
    <Box anchor shrink>
      {found.length > 0 && (
        <div className="mention-list ui-popover" role="listbox" id={list} aria-label={t('media.mention')}>
          {found.map((person, index) => (
            // Focus stays in the text area, which handles arrow keys and Enter.
            <Row
              key={person.userId}
              role="option"
              id={`${list}-${index}`}
              aria-selected={index === current}
              pad="1 2"
              corner="m"
              least="control"
              className="mention-option ui-pressable"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <PersonAvatar userId={person.userId} name={person.name} decorative />
              <span>{person.name}</span>
            </Row>
          ))}
        </div>
      )}
      <TextArea
        {...rest}
        value={value}
        inputRef={input}
        {...(found.length > 0 && { 'aria-controls': list })}
        onChange={(text) => {
          onChange(text);
          look(text);
        }}
        onBlur={() => setQuery(undefined)}
        onKeyDown={(event) => {
          if (inList(event)) return;
          if (onSend && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend();
          else event.continuePropagation();
        }}
      />
    </Box>
  );
}
