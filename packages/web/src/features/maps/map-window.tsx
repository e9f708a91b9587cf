// Lazy-loads the map dialog, since most users never open it.
import { lazy, Suspense } from 'react';
import type { MapDialogProps } from './map-dialog.tsx';

const Chosen = lazy(() => import('./map-dialog.tsx').then((module) => ({ default: module.MapDialog })));

export function MapDialog(props: MapDialogProps) {
  return (
    <Suspense>
      <Chosen {...props} />
    </Suspense>
  );
}
