// The door: the name of the program and the fields to sign in. What one came for opens behind it, at the same address.
import { COMPLETE_LANGUAGES, LANGUAGE_NAMES } from '@plumbline/locales/languages';
import { useEffect } from 'react';
import { useLanguage } from '../../app/i18n.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { LanguageIcon } from '../../ui/icons.tsx';
import { Wordmark } from '../../ui/marks/logo.tsx';
import { useT } from '../../ui/translation.tsx';
import { PlumbDrawing } from './plumb-drawing.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignIn } from './use-sign-in.ts';
import './sign-in.css';

function LanguageMenu() {
  const t = useT();
  const { language, choose } = useLanguage();
  return (
    <Menu
      label={t('shell.language')}
      placement="bottom end"
      trigger={<IconButton icon={LanguageIcon} label={t('shell.language')} />}
      groups={[
        {
          id: 'languages',
          entries: COMPLETE_LANGUAGES.map((one) => ({
            id: one,
            label: LANGUAGE_NAMES[one],
            selected: one === language,
            onAction: () => choose(one),
          })),
        },
      ]}
    />
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
          <LanguageMenu />
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
