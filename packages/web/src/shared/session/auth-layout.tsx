// The layout of all screens before sign-in: the drawing on one side, the language selector, and the form.
import { LANGUAGE_NAMES, LANGUAGES } from '@plumbline/locales/languages';
import { type ReactNode, useEffect } from 'react';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { LanguageIcon } from '../../ui/icons.tsx';
import { Box, Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Wordmark } from '../../ui/marks/logo.tsx';
import { useT } from '../../ui/translation.tsx';
import { useLanguage } from '../i18n/i18n.tsx';
import { PlumbDrawing } from './plumb-drawing.tsx';
import './auth-layout.css';

/** A native select: it opens immediately on every device, and the sign-in page need not load menus for it. */
function LanguageChoice() {
  const t = useT();
  const { language, choose } = useLanguage();
  return (
    <Row as="label" inline pad="0 3" ink={2} corner="m" className="sign-in-language">
      <LanguageIcon size={18} aria-hidden="true" />
      <span className="ui-hidden">{t('shell.language')}</span>
      <select
        value={language}
        onChange={({ target }) => {
          const chosen = LANGUAGES.find((one) => one === target.value);
          if (chosen) choose(chosen);
        }}
      >
        {LANGUAGES.map((one) => (
          <option key={one} value={one}>
            {LANGUAGE_NAMES[one]}
          </option>
        ))}
      </select>
    </Row>
  );
}

export type AuthLayoutProps = {
  /** Omitted while the screen is being loaded. */
  title?: string | undefined;
  text?: ReactNode;
  /** Forms with many fields are wider. */
  wide?: boolean | undefined;
  /** Called on each click on the logo. */
  onMark?: (() => void) | undefined;
  foot?: ReactNode;
  children?: ReactNode;
};

export function AuthLayout({ title, text, wide, onMark, foot, children }: AuthLayoutProps) {
  const t = useT();
  useEffect(() => {
    if (title !== undefined) document.title = `${title} – Plumbline`;
  }, [title]);
  return (
    <Grid gap={0} className="sign-in" data-wide={wide ? '' : undefined}>
      <div className="sign-in-picture" aria-hidden="true">
        <PlumbDrawing />
        <p>{t('auth.welcome')}</p>
      </div>
      <Stack as="main" gap={8} center anchor className="sign-in-side">
        <Box at="4 4 auto auto" className="sign-in-corner">
          <LanguageChoice />
        </Box>
        <Stack gap={6} className="sign-in-box">
          {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: not a control */}
          <div className="sign-in-mark" onClick={onMark}>
            <Wordmark size={26} />
          </div>
          <Stack>
            <h1>{title ?? <Skeleton shape="block" width="60%" height="1em" />}</h1>
            {text !== undefined && (
              <Text as="p" ink={2}>
                {text}
              </Text>
            )}
          </Stack>
          {children}
        </Stack>
        {foot !== undefined && (
          <Row as="footer" gap={4} justify="between" size="s" className="sign-in-foot">
            {foot}
          </Row>
        )}
      </Stack>
    </Grid>
  );
}

/** The layout with the shape of a form, while a screen is being loaded. */
export const AuthWaiting = ({ wide }: Pick<AuthLayoutProps, 'wide'>) => (
  <AuthLayout wide={wide}>
    <Stack gap={5}>
      <Skeleton lines={2} />
      {[1, 2, 3].map((field) => (
        <Skeleton key={field} shape="block" height="48px" />
      ))}
    </Stack>
  </AuthLayout>
);
