// Every component in every state on one page, for developers: `npx vite`, then /gallery.html. Not in the build.
import '../ui/theme/theme.css';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { LanguageProvider, useLanguage } from '../shared/i18n/i18n.tsx';
import { Button } from '../ui/actions/button.tsx';
import { SegmentedControl } from '../ui/actions/segmented-control.tsx';
import { ToastRegion } from '../ui/feedback/toast.tsx';
import { Stack, Toolbar } from '../ui/layout/primitives.tsx';
import { setAppearance, startAppearance, storedAppearance } from '../ui/theme/appearance.ts';
import { Colours } from './colours.tsx';
import { Controls } from './controls.tsx';
import { Fields } from './fields.tsx';
import './gallery.css';
import { Marks } from './marks.tsx';

const THEMES = ['light', 'dark'] as const;
const DENSITIES = ['desktop', 'tablet', 'handheld'] as const;

function Bar() {
  const [look, setLook] = useState(storedAppearance);
  const { language, choose } = useLanguage();
  const change = (part: Parameters<typeof setAppearance>[0]) => {
    setAppearance(part);
    setLook(storedAppearance());
  };
  return (
    <Toolbar as="header" gap="2 4" justify="between" className="gallery-bar">
      <SegmentedControl
        label="Theme"
        segments={THEMES.map((id) => ({ id, label: id }))}
        value={look.theme === 'dark' ? 'dark' : 'light'}
        onChange={(theme) => change({ theme })}
      />
      <SegmentedControl
        label="Density"
        segments={DENSITIES.map((id) => ({ id, label: id }))}
        value={look.density === 'auto' ? 'desktop' : look.density}
        onChange={(density) => change({ density })}
      />
      <Button onPress={() => change({ bright: !look.bright })}>{look.bright ? 'Sunlight on' : 'Sunlight off'}</Button>
      <Button onPress={() => choose(language === 'de' ? 'en' : 'de')}>{language}</Button>
    </Toolbar>
  );
}

startAppearance();
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <LanguageProvider first={undefined}>
      <Bar />
      <Stack as="main" gap={0} flat fill className="gallery">
        <Colours />
        <Controls />
        <Fields />
        <Marks />
      </Stack>
      <ToastRegion />
    </LanguageProvider>,
  );
}
