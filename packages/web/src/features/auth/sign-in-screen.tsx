// The door: the name of the program and the fields to sign in. What one came for opens behind it, at the same address.
import { COMPLETE_LANGUAGES, LANGUAGE_NAMES } from '@plumbline/locales/languages';
import { useEffect } from 'react';
import { useLanguage } from '../../app/i18n.tsx';
import { LanguageIcon } from '../../ui/icons.tsx';
import { Wordmark } from '../../ui/marks/logo.tsx';
import { useT } from '../../ui/translation.tsx';
import { PlumbDrawing } from './plumb-drawing.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignIn } from './use-sign-in.ts';
import './sign-in.css';

/** The browser's own choice: it opens at once on every device, and the door needs no menus for it. */
function LanguageChoice() {
  const t = useT();
  const { language, choose } = useLanguage();
  return (
    <label className="sign-in-language">
      <LanguageIcon size={18} aria-hidden="true" />
      <span className="ui-hidden">{t('shell.language')}</span>
      <select
        value={language}
        onChange={({ target }) => {
          const chosen = COMPLETE_LANGUAGES.find((one) => one === target.value);
          if (chosen) choose(chosen);
        }}
      >
        {COMPLETE_LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

export function SignInScreen() {
  const t = useT();
  const signIn = useSignIn();
  useEffect(() => {
    document.title = `${t('auth.title')} – Plumbline`;
  }, [t]);
  return (
    <div className="sign-in">
      <div className="sign-in-picture" aria-hidden="true">
        <PlumbDrawing />
        <p>{t('auth.welcome')}</p>
      </div>
      <main className="sign-in-side">
        <div className="sign-in-corner">
          <LanguageChoice />
        </div>
        <div className="sign-in-box">
          <div className="sign-in-mark">
            <Wordmark size={26} />
          </div>
          <h1>{signIn.step === 'code' ? t('auth.codeTitle') : t('auth.title')}</h1>
          <SignInForm signIn={signIn} />
        </div>
      </main>
    </div>
  );
}
