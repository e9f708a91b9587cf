// The scale of the plan, its scale regions, layers and markings, as a menu.
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import {
  AreaIcon,
  CopyIcon,
  DatasetIcon,
  GroupIcon,
  ListIcon,
  MapAreaIcon,
  MeasureIcon,
  RectangleIcon,
} from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import { saveMarkups } from '../../exports/save-markups.ts';
import { regionText } from './chosen-notes.tsx';
import { MARKUP_ICONS } from './markup-icons.ts';
import type { DrawingState } from './use-drawing.tsx';

export function MoreMenu({ state }: { state: DrawingState }) {
  const t = useT();
  // A geo-map plan is created with scale and position.
  const mayScale = state.mayManage && !state.isMap;
  const saveCsv = () => {
    const { projectId, name, revision } = state;
    const title = [name, t('export.markups')].filter(Boolean).join(' – ');
    void saveMarkups(t, { projectId, planId: revision.planId, title });
  };
  return (
    <Menu
      trigger={<IconButton icon={ListIcon} label={t('measure.more')} />}
      label={t('measure.more')}
      placement="bottom end"
      groups={[
        {
          id: 'scale',
          entries: mayScale
            ? [
                {
                  id: 'scale',
                  label: t('measure.setScale'),
                  icon: MeasureIcon,
                  onAction: () => state.ask('scale'),
                },
                {
                  id: 'region',
                  label: t('measure.addRegion'),
                  icon: RectangleIcon,
                  onAction: () => state.choose('region'),
                },
                {
                  id: 'regionOutline',
                  label: t('measure.addRegionOutline'),
                  icon: AreaIcon,
                  onAction: () => state.choose('regionOutline'),
                },
                {
                  id: 'geo',
                  label: t('measure.putOnMap'),
                  icon: MapAreaIcon,
                  onAction: () => state.choose('geo'),
                },
              ]
            : [],
        },
        {
          id: 'regions',
          heading: t('measure.regions', { count: state.regions.length }),
          entries: state.regions.map((region) => ({
            id: region.id,
            label: regionText(t, region),
            icon: RectangleIcon,
            onAction: () => state.showRegion(region),
          })),
        },
        {
          id: 'files',
          entries: [
            { id: 'layers', label: t('measure.layers'), icon: GroupIcon, onAction: () => state.ask('layers') },
            ...(state.mayMark && state.markups.length > 0
              ? [{ id: 'copy', label: t('measure.copyTo'), icon: CopyIcon, onAction: () => state.ask('copy') }]
              : []),
            ...(state.markups.length > 0
              ? [{ id: 'csv', label: t('export.markupsCsv'), icon: DatasetIcon, onAction: saveCsv }]
              : []),
          ],
        },
        {
          id: 'kept',
          heading: t('measure.marks', { count: state.markups.length }),
          entries: state.markups.slice(0, 50).map((row) => ({
            id: row.id,
            label: row.text || t(`measure.tool.${row.kind}`),
            icon: MARKUP_ICONS[row.kind],
            onAction: () => state.show(row),
          })),
        },
      ]}
    />
  );
}
