// The viewer's labels in the user's language.
import type { Translator } from '@plumbline/locales/translate';
import type { ViewerLabels } from '../../../../viewer/options.ts';
import { PIN_FLAG } from '../../../../viewer/pins/columns.ts';

export function viewerLabels(t: Translator, name: string): ViewerLabels {
  return {
    viewer: t('viewer.name', { name }),
    help: t('viewer.help'),
    zoomIn: t('viewer.zoomIn'),
    zoomOut: t('viewer.zoomOut'),
    fit: t('viewer.fit'),
    north: t('viewer.north'),
    overview: t('viewer.overview'),
    placing: t('viewer.placing'),
    placed: t('viewer.placed'),
    moving: t('viewer.moving'),
    moved: t('viewer.moved'),
    cancelled: t('viewer.cancelled'),
    outside: t('viewer.outside'),
    pin: ({ number, flags }) => {
      const words = [number > 0 ? t('viewer.pin', { number }) : t('viewer.pinNew')];
      if (flags & PIN_FLAG.overdue) words.push(t('viewer.pinOverdue'));
      if (flags & PIN_FLAG.rejected) words.push(t('viewer.pinRejected'));
      return words.join(', ');
    },
    bubble: (count) => t('viewer.bubble', { count }),
    count: (count) =>
      count < 1_000 ? String(count) : t.number(count, { notation: 'compact', maximumFractionDigits: 1 }),
    zoom: (percent) => t('viewer.zoom', { percent }),
    rotation: (degrees) => t('viewer.rotation', { degrees: Math.round(degrees) }),
  };
}
