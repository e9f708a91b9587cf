// The layout of all screens before sign-in: the drawing on one side, the language selector, and the form.
import { LANGUAGE_NAMES, LANGUAGES } from '@plumbline/locales/languages';
import { type ReactNode, useEffect } from 'react';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { LanguageIcon } from '../../ui/icons.tsx';
import { Box, Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Wordmark } from '../../ui/marks/logo.tsx';
import { useT } from '../../ui/translation.tsx';
import { useLanguage } from '../i18n/i18n.tsx';
import './auth-layout.css';

/** Floor heights from the top, in the units of the drawing. */
const FLOORS = [180, 300, 420, 540] as const;
/** The grid lines of the house by letter; the plumb line takes the place of C. */
const AXES = { A: 120, B: 240, D: 480, E: 600 } as const;

/** A drawn section through a house with a plumb line hanging through it. */
function PlumbDrawing() {
  return (
    <svg
      aria-hidden="true"
      className="plumb-drawing"
      viewBox="0 0 720 760"
      fill="none"
      stroke="currentColor"
      preserveAspectRatio="xMidYMid slice"
    >
      <g strokeWidth="1" opacity=".38">
        {Object.entries(AXES).map(([letter, x]) => (
          <g key={letter}>
            <path d={`M${x} 92v590`} strokeDasharray="14 5 2 5" />
            <circle cx={x} cy="76" r="15" />
            <text x={x} y="81" textAnchor="middle" fontSize="14" fill="currentColor" stroke="none">
              {letter}
            </text>
          </g>
        ))}
        {FLOORS.map((y) => (
          <path key={y} d={`M56 ${y}h40m-20-8v16`} />
        ))}
      </g>
      <g strokeWidth="2.5" strokeLinejoin="round">
        {FLOORS.map((y) => (
          <path key={y} d={`M120 ${y}h480v14H120z`} />
        ))}
        <path d="M120 194v106m0 14v106m0 14v106m0 14v106h480V554m0-14V434m0-14V314m0-14V194" />
        <path d="M104 180 120 150h480l16 30" />
        <path d="M240 194v106M480 314v106M240 434v106M360 554v106" strokeWidth="1.5" />
        <path d="M60 660h600" strokeWidth="3.5" />
      </g>
      <g strokeWidth="1" opacity=".5">
        <path d="M120 228h-8v44h8M120 348h-8v44h8M120 468h-8v44h8M600 228h8v44h-8M600 348h8v44h-8M600 468h8v44h-8" />
        <path d="M480 540h15v-12h15v-12h15v-12h15v-12h15v-12h15v-12h15v-12h15v-12" />
        <path d="M480 420h15v-12h15v-12h15v-12h15v-12h15v-12h15v-12h15v-12h15v-12" />
        <path d="M64 660l-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18m34-18-14 18" />
      </g>
      <g className="plumb-bob">
        <path d="M360 0v560" stroke="#fff" strokeWidth="2" />
        <path d="M352 560h16v8h-16z" fill="#fff" stroke="none" />
        <path d="M344 576l8-8h16l8 8-16 62z" fill="#fff" stroke="none" />
        <path d="M360 568h8l8 8-16 62z" fill="#a9c6cd" stroke="none" />
      </g>
    </svg>
  );
}

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
