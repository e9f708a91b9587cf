// Tags without spaces: Enter, a space or a comma adds the typed one, Backspace in the empty box removes the last.
import { pastedText } from '@plumbline/core/kernel/pasted-text';
import { type KeyboardEvent, useId, useState } from 'react';
import { useNoticed } from '../edit-notice.ts';
import { CloseIcon, IconMark } from '../icons.tsx';
import { Row, Text } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import { type FieldWords, pasteLine } from './field.tsx';
import './field.css';
import './tags-field.css';
import '../marks/status.css';

export type TagsFieldProps = Omit<FieldWords, 'problem'> & {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  /** Tags used elsewhere, suggested while typing. */
  known?: readonly string[] | undefined;
  /** Maximum length of a tag in characters. */
  longest?: number | undefined;
};

export function TagsField({
  label,
  hideLabel,
  help,
  optional,
  tags,
  known = [],
  longest = 60,
  ...rest
}: TagsFieldProps) {
  const t = useT();
  const id = useId();
  const onChange = useNoticed(rest.onChange);
  const [typed, setTyped] = useState('');
  const add = (text: string) => {
    const words = text.split(/[\s,;]+/u).filter((word) => word !== '' && !tags.includes(word));
    if (words.length > 0) onChange([...tags, ...new Set(words)]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (['Enter', ' ', ',', ';'].includes(event.key)) {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && tags.length > 0) onChange(tags.slice(0, -1));
  };
  return (
    <div className="ui-field">
      <label className={hideLabel ? 'ui-hidden' : 'ui-label'} htmlFor={id}>
        {label}
        {optional && <span className="ui-label-optional">{t('ui.optional')}</span>}
      </label>
      <div className="ui-box ui-tags-box">
        {tags.map((tag) => (
          <Row key={tag} as="span" inline size="s" ink={2} weight="medium" corner="s" tight className="ui-tag">
            <Text cut>{tag}</Text>
            <button
              type="button"
              className="ui-tag-remove"
              aria-label={t('ui.remove', { name: tag })}
              onClick={() => onChange(tags.filter((one) => one !== tag))}
            >
              <IconMark icon={CloseIcon} />
            </button>
          </Row>
        ))}
        <input
          id={id}
          className="ui-input"
          dir="auto"
          list={`${id}-known`}
          maxLength={longest}
          placeholder={t('ui.addTag')}
          autoCapitalize="off"
          enterKeyHint="done"
          value={typed}
          // Each pasted line becomes a tag of its own.
          onPaste={pasteLine}
          onChange={(event) => {
            // Choosing a suggested tag, or a phone keyboard without key events, adds it immediately.
            const text = pastedText(event.target.value);
            if (/[\s,;]$/u.test(text) || (known.includes(text) && !typed.startsWith(text))) add(text);
            else setTyped(text);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => add(typed)}
        />
        <datalist id={`${id}-known`}>
          {known
            .filter((tag) => !tags.includes(tag))
            .slice(0, 50)
            .map((tag) => (
              <option key={tag} value={tag} />
            ))}
        </datalist>
      </div>
      {help !== undefined && <span className="ui-help">{help}</span>}
    </div>
  );
}
