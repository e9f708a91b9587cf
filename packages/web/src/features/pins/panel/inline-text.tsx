// Text that is edited in place: saved on blur, on Enter (single line) and when the page is hidden; Escape reverts it.
// Other people's changes are shown unless the user is typing.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { onPageHide } from '../../../ui/confirm-leaving.ts';
import { Row } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import './pin-panel.css';
import '../../../ui/fields/filter.css';

type InlineTextProps = {
  label: string;
  value: string;
  onSave: (text: string) => void;
  placeholder?: string | undefined;
  maxLength: number;
  /** Several lines. */
  multiline?: boolean | undefined;
  /** Larger text, for the title of a panel. */
  heading?: boolean | undefined;
  autoFocus?: boolean | undefined;
  /** Suggested texts, shown while the field is empty. */
  offered?: readonly string[] | undefined;
  /** Saved on leaving where the field was left empty. */
  fallback?: string | undefined;
};

export function InlineText(props: InlineTextProps) {
  const { label, value, onSave, placeholder, maxLength, multiline, heading, autoFocus, offered = [] } = props;
  const t = useT();
  const [draft, setDraft] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const late = useRef({ draft, value, onSave, fallback: props.fallback });
  late.current = { draft, value, onSave, fallback: props.fallback };

  // What was saved reaches `value` only later; until then the fallback would replace it.
  const saved = useRef(false);

  const save = () => {
    const { draft: typed, value: known, onSave: keep } = late.current;
    if (typed !== undefined) saved.current = typed.trim() !== '';
    late.current = { ...late.current, draft: undefined };
    setDraft(undefined);
    if (typed !== undefined && typed.trim() !== known) keep(typed.trim());
  };
  // Closing the panel does not blur its fields.
  useEffect(() => {
    const leave = () => {
      const { draft: typed, value: known, onSave: keep, fallback } = late.current;
      const otherwise = saved.current ? '' : (fallback ?? '');
      late.current = { ...late.current, draft: undefined };
      const text = (typed ?? known).trim() || otherwise;
      saved.current = true;
      if (text !== known && (typed !== undefined || otherwise !== '')) keep(text);
    };
    const forget = onPageHide(leave);
    return () => {
      forget();
      leave();
    };
  }, []);
  useEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && draft !== undefined) {
      event.stopPropagation();
      late.current = { ...late.current, draft: undefined };
      setDraft(undefined);
    } else if (event.key === 'Enter' && (!multiline || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.blur();
    }
  };

  const written = (draft ?? value) !== '';
  const box = (
    <textarea
      ref={field}
      className="inline-text"
      dir="auto"
      data-heading={heading ? '' : undefined}
      data-multiline={multiline ? '' : undefined}
      aria-label={label}
      rows={multiline ? 2 : 1}
      maxLength={maxLength}
      placeholder={placeholder}
      enterKeyHint={multiline ? 'enter' : 'done'}
      value={draft ?? value}
      onChange={(event) => {
        const text = event.target.value;
        setDraft(multiline ? text : text.replaceAll(/[\r\n\t]+/gu, ' '));
      }}
      onKeyDown={onKeyDown}
      onBlur={save}
    />
  );
  if (offered.length === 0 || written) return box;
  return (
    <>
      {box}
      <Row role="group" aria-label={t('pin.offered')} gap={1} align="stretch" wrap className="inline-offers">
        {offered.map((text) => (
          <button
            key={text}
            type="button"
            className="inline-offer filter-chip ui-pressable"
            // Blurring the empty field saves nothing, so only this text is saved.
            onClick={() => onSave(text)}
          >
            {text}
          </button>
        ))}
      </Row>
    </>
  );
}
