// Starts the app in the page: first the modules of the first screen, then the language, then the screens.
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { begin } from './prefetch-first-screen.ts';
import { Providers } from './providers.tsx';

begin(location);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  );
}
