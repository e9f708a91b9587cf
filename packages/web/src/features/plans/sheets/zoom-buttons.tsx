// Zoom in, zoom out and fit, for users without a mouse wheel.
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { FitIcon, ZoomInIcon, ZoomOutIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { Camera } from './camera.ts';

const STEP = 1.6;

export function ZoomButtons({ camera }: { camera: Camera }) {
  const t = useT();
  return (
    <Stack column gap={0.5} surface="raised" corner="m" lift={2} className="sheet-zoom">
      <IconButton icon={ZoomInIcon} label={t('viewer.zoomIn')} onPress={() => camera.zoom(STEP)} />
      <IconButton icon={ZoomOutIcon} label={t('viewer.zoomOut')} onPress={() => camera.zoom(1 / STEP)} />
      <IconButton icon={FitIcon} label={t('viewer.fit')} onPress={() => camera.fit()} />
    </Stack>
  );
}
