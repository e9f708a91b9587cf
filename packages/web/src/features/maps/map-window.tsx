// The map to choose an area on, fetched when somebody wants it: most people never do.
import { lazy, Suspense } from 'react';
import type { MapDialogProps } from './map-dialog.tsx';

const Chosen = lazy(() => import('./map-dialog.tsx').then((its) => ({ default: its.MapDialog })));

export function MapDialog(props: MapDialogProps) {
  return (
    <Suspense>
      <Chosen {...props} />
    </Suspense>
  );
}
