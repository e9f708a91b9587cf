// The position of the site on a map: move the map under the centre marker, search by address or coordinates, or use the
// current position.
import type { Area, Position } from '@plumbline/core/site/geometry/mercator';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { DeleteIcon, IconMark, LocateIcon, PinIcon, ZoomInIcon, ZoomOutIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { AreaMap } from '../../maps/area-map.ts';
import { writePosition } from '../../maps/coordinates.ts';
import { loadMapTile, useMapSource } from '../../maps/map-calls.ts';
import { AddressSearch } from '../../maps/place-search.tsx';
import '../../maps/maps.css';

export type SiteMapProps = {
  projectId: string;
  position: Position | null;
  onPosition: (position: Position | null) => void;
  isReadOnly: boolean;
};

/** Metres shown around a site. */
const DEFAULT_EXTENT_M = 400;
const middleOf = ({ west, east, south, north }: Area): Position => ({
  lat: (south + north) / 2,
  lon: (west + east) / 2,
});

export function SiteMap({ projectId, position, onPosition, isReadOnly }: SiteMapProps) {
  const t = useT();
  const source = useMapSource(projectId, !isReadOnly);
  const host = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<AreaMap>(undefined);
  const [middle, setMiddle] = useState<Position>();
  const first = useRef(position);
  const data = source.data;
  const shows = data !== undefined || isReadOnly;

  useEffect(() => {
    if (!host.current || !frame.current || !shows) return;
    const tiles = data?.tiles
      ? {
          maxZoom: data.tiles.maxZoom,
          load: (z: number, x: number, y: number) => loadMapTile(projectId, z, x, y),
        }
      : null;
    const created = new AreaMap(host.current, {
      tiles,
      frame: frame.current,
      onArea: (area) => setMiddle(area ? middleOf(area) : undefined),
    });
    map.current = created;
    if (first.current) created.show(first.current, DEFAULT_EXTENT_M);
    return () => {
      map.current = undefined;
      created.destroy();
    };
  }, [projectId, data, shows]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a recreated map has no position yet
  useEffect(() => {
    if (position) map.current?.showOwn({ ...position, accuracy: 0 });
  }, [position, shows, data]);

  const go = (to: Position) => {
    map.current?.show(to, DEFAULT_EXTENT_M);
    onPosition({ lat: to.lat, lon: to.lon });
  };
  const here = () =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => go({ lat: coords.latitude, lon: coords.longitude }),
      () => showToast({ kind: 'error', text: t('project.noPosition') }),
      { enableHighAccuracy: true, timeout: 20_000 },
    );

  return (
    <Stack as="section" fluid gap={3} className="site-place" aria-label={t('project.position')}>
      <Text as="h2" size="l" weight="strong">
        {t('project.position')}
      </Text>
      {!isReadOnly && (
        <div className="site-place-search">
          {data && <AddressSearch projectId={projectId} addresses={data.addresses} onPlace={go} />}
        </div>
      )}
      <div className="site-map map-stage">
        <div className="site-map-host" ref={host} />
        <Stack gap={0} center className="site-map-frame" ref={frame} aria-hidden="true">
          <IconMark icon={PinIcon} />
        </Stack>
        <Stack gap={1} className="site-map-tools">
          <IconButton
            icon={ZoomInIcon}
            label={t('viewer.zoomIn')}
            kind="default"
            placement="left"
            onPress={() => map.current?.zoomBy(1)}
          />
          <IconButton
            icon={ZoomOutIcon}
            label={t('viewer.zoomOut')}
            kind="default"
            placement="left"
            onPress={() => map.current?.zoomBy(-1)}
          />
        </Stack>
        {data?.tiles && <span className="site-map-credit">{data.tiles.attribution}</span>}
      </div>
      <Row wrap className="site-place-foot">
        <span className="ui-figures">{position ? writePosition(position) : t('project.noPlace')}</span>
        {!isReadOnly && (
          <>
            <Button icon={LocateIcon} onPress={here}>
              {t('project.myPosition')}
            </Button>
            <Button icon={PinIcon} isDisabled={!middle} onPress={() => middle && onPosition(middle)}>
              {t('project.placeHere')}
            </Button>
            {position && (
              <IconButton icon={DeleteIcon} label={t('project.removePlace')} onPress={() => onPosition(null)} />
            )}
          </>
        )}
      </Row>
    </Stack>
  );
}
