// Starts the program in the page: the look before the first paint, then the language, then the screens.
import './ui/theme/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { startAppearance } from './ui/theme/appearance.ts';

startAppearance();

// A screen that a newer version has replaced cannot be loaded any more: the page is loaded anew, once.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('plumbline.reloadedAt'));
  if (Date.now() - last < 60_000) return;
  sessionStorage.setItem('plumbline.reloadedAt', String(Date.now()));
  event.preventDefault();
  location.reload();
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  );
}
