// A search field for the visible content. Escape clears it.
import type { Ref } from 'react';
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
  Button,
  Input,
} from 'react-aria-components';
import { CloseIcon, IconMark, SearchIcon } from '../icons.tsx';
import { acceptText, pasteLine } from './field.tsx';
import './field.css';

export type SearchFieldProps = Omit<AriaSearchFieldProps, 'className' | 'style' | 'children' | 'aria-label'> & {
  /** What is searched, e.g. "Find a pin"; also the placeholder, unless there is a shorter one. */
  label: string;
  shortLabel?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
};

export function SearchField({ label, shortLabel, inputRef, ...rest }: SearchFieldProps) {
  return (
    <AriaSearchField {...rest} {...acceptText(rest.onChange)} aria-label={label} className="ui-field ui-search">
      <div className="ui-box">
        <IconMark icon={SearchIcon} />
        <Input className="ui-input" dir="auto" onPaste={pasteLine} placeholder={shortLabel ?? label} ref={inputRef} />
        <Button className="ui-box-button">
          <IconMark icon={CloseIcon} />
        </Button>
      </div>
    </AriaSearchField>
  );
}
