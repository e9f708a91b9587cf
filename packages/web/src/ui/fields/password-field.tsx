// A password field whose value can be shown, since gloves and phones cause typing errors.
import { useState } from 'react';
import { KnownIconButton } from '../actions/known-icon-button.tsx';
import { HideIcon, ShowIcon } from '../icons.tsx';
import { useT } from '../translation.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const t = useT();
  const [shown, show] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <KnownIconButton
          icon={shown ? HideIcon : ShowIcon}
          label={shown ? t('ui.hidePassword') : t('ui.showPassword')}
          size="s"
          onPress={() => show(!shown)}
        />
      }
    />
  );
}
