// Starts the program in the page: the look before the first paint, then the language, then the screens.
import './ui/theme/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { begin } from './app/begin.ts';
import { Providers } from './app/providers.tsx';
import { startAppearance } from './ui/theme/appearance.ts';

startAppearance();
begin(location);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  );
}
