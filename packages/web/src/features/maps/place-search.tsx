// Map search: by coordinates, or by address if the server has a geocoding service.
import type { MapSearchResult } from '@plumbline/core/features/maps/contract';
import type { Position } from '@plumbline/core/site/geometry/mercator';
import { type FormEvent, useState } from 'react';
import { failureText } from '../../shared/data/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Box, Row, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { readPosition } from './coordinates.ts';
import { placesBy } from './map-calls.ts';

export type AddressSearchProps = {
  projectId: string;
  /** Null when only coordinates are supported. */
  addresses: { attribution: string } | null;
  onPlace: (position: Position) => void;
};

export function AddressSearch({ projectId, addresses, onPlace }: AddressSearchProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [places, setPlaces] = useState<readonly MapSearchResult[]>([]);
  const [said, setSaid] = useState<string>();
  const clear = () => {
    setPlaces([]);
    setSaid(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    clear();
    const position = readPosition(text);
    if (position) {
      onPlace(position);
      return;
    }
    if (text.trim() === '') return;
    if (!addresses) {
      setSaid(t('maps.onlyPositions'));
      return;
    }
    setBusy(true);
    try {
      const found = await placesBy(projectId, text.trim(), t.locale.slice(0, 2));
      const [only] = found.places;
      if (only && found.places.length === 1) onPlace(only);
      else setPlaces(found.places);
      if (!only) setSaid(t('maps.noPlace'));
    } catch (error) {
      setSaid(failureText(t, error));
    }
    setBusy(false);
  };
  return (
    <Row as="form" align="stretch" grow anchor className="map-search" onSubmit={(event) => void submit(event)}>
      <SearchField
        label={addresses ? t('maps.search') : t('maps.searchPosition')}
        value={text}
        onChange={(next) => {
          setText(next);
          clear();
        }}
      />
      <Button type="submit" isPending={busy}>
        {t('maps.go')}
      </Button>
      {(places.length > 0 || said !== undefined) && (
        <Box corner="l" surface="raised" lift={2} clip className="map-places">
          {said !== undefined && (
            <Text as="p" pad="2 4" size="s" ink={2} role="status">
              {said}
            </Text>
          )}
          {places.length > 0 && (
            <ul>
              {places.map((place) => (
                <li key={`${place.lat} ${place.lon} ${place.name}`}>
                  <button
                    type="button"
                    className="ui-pressable"
                    onClick={() => {
                      clear();
                      onPlace(place);
                    }}
                  >
                    {place.name}
                  </button>
                </li>
              ))}
            </ul>
          )}
          {places.length > 0 && addresses?.attribution && (
            <Text as="p" pad="2 4" size="s" ink={2}>
              {addresses.attribution}
            </Text>
          )}
        </Box>
      )}
    </Row>
  );
}
