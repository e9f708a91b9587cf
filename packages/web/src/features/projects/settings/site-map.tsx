// The position of the site on a map: move the map under the centre marker, search by address or coordinates, or use the
// current position.
import { type Area, areaSize, type Position } from '@plumbline/core/site/geometry/mercator';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { DeleteIcon, IconMark, LocateIcon, PinIcon, ZoomInIcon, ZoomOutIcon } from '../../../ui/icons.tsx';
import { Box, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { AreaMap } from '../../maps/area-map.ts';
import { writePosition } from '../../maps/coordinates.ts';
import { loadMapTile, placesBy, useMapSource } from '../../maps/map-calls.ts';
import { AddressSearch } from '../../maps/place-search.tsx';
import '../../maps/maps.css';

export type SiteMapProps = {
  projectId: string;
  /** The address in the form: the map moves there when it changes, if the server can find addresses. */
  address: string;
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

/** A wider map is too coarse to choose the position of a site from. */
const MAX_EXTENT_M = 50_000;
const ADDRESS_PAUSE_MS = 800;

/** Shows the first place found for the address once the user pauses typing; the position itself stays unchanged. */
function useAddress(projectId: string, address: string, isSearchable: boolean, show: (to: Position) => void): void {
  const t = useT();
  const shown = useRef(address);
  useEffect(() => {
    if (!isSearchable || address === shown.current || address === '') return;
    let stale = false;
    const timer = setTimeout(() => {
      shown.current = address;
      // Without a result the map stays where it is; the search field above it reports failures.
      placesBy(projectId, address, t.locale.slice(0, 2)).then(
        ({ places: [place] }) => place && !stale && show(place),
        () => undefined,
      );
    }, ADDRESS_PAUSE_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [projectId, address, isSearchable, show, t]);
}

export function SiteMap({ projectId, address, position, onPosition, isReadOnly }: SiteMapProps) {
  const t = useT();
  const source = useMapSource(projectId, !isReadOnly);
  const host = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<AreaMap>(undefined);
  const [middle, setMiddle] = useState<Position>();
  const first = useRef(position);
  const data = source.data;
  const showPlace = useCallback((to: Position) => map.current?.show(to, DEFAULT_EXTENT_M), []);
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
      onArea: (area) => setMiddle(area && areaSize(area).widthM <= MAX_EXTENT_M ? middleOf(area) : undefined),
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

  useAddress(projectId, address, !isReadOnly && data?.addresses != null, showPlace);

  const go = (to: Position) => {
    showPlace(to);
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
        <Box least="control">
          {data && <AddressSearch projectId={projectId} addresses={data.addresses} onPlace={go} />}
        </Box>
      )}
      <Box anchor grow corner="l" clip className="site-map map-stage">
        <Box at={0} ref={host} />
        <Stack gap={0} center through className="site-map-frame" ref={frame} aria-hidden="true">
          <IconMark icon={PinIcon} />
        </Stack>
        <Stack gap={1} at="3 3 auto auto" className="site-map-tools">
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
      </Box>
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
      {!isReadOnly && !middle && (
        <Text as="p" size="s" ink={2}>
          {t('project.zoomToSite')}
        </Text>
      )}
    </Stack>
  );
}
