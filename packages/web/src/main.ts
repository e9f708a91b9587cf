// The first code that runs in the page: applies the appearance before the first paint, starts loading the drawing of a
// plan named in the URL, then starts the app.
import './ui/theme/theme.css';
import { pieces } from 'virtual:pieces';
import { catchInstallOffer } from './app/install-offer.ts';
import { runPieces } from './app/run-pieces.ts';
import { openFromUrl } from './features/plans/opening/open-from-url.ts';
import { startAppearance } from './ui/theme/appearance.ts';

startAppearance();
catchInstallOffer();
void openFromUrl(location).then(async () => {
  await runPieces(pieces);
  const { start } = await import('./app/start.tsx');
  await start();
});
