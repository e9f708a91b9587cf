// The device's position, read once or watched, and display texts for why it is unavailable.
import type { Position } from '@plumbline/core/site/geometry/mercator';
import type { Translator } from '@plumbline/locales/translate';
import { useEffect, useState } from 'react';

/**
 * `accuracy`: radius in metres that contains the true position. `heading`: degrees clockwise from north while moving.
 */
export type OwnPlace = Position & { accuracy: number; heading: number | undefined };

/** `insecure`: browsers provide the position over https only. */
export type PositionTrouble = 'refused' | 'unavailable' | 'timeout' | 'insecure' | 'unsupported';

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 30_000, maximumAge: 2_000 };

const REASONS: Record<number, PositionTrouble> = { 1: 'refused', 2: 'unavailable', 3: 'timeout' };

function missing(): PositionTrouble | undefined {
  if (!globalThis.isSecureContext) return 'insecure';
  return 'geolocation' in navigator ? undefined : 'unsupported';
}

function placeOf({ coords }: GeolocationPosition): OwnPlace {
  const { latitude, longitude, accuracy, heading } = coords;
  const known = heading !== null && Number.isFinite(heading);
  return { lat: latitude, lon: longitude, accuracy, heading: known ? heading : undefined };
}

/** The device's current position, or why it is unavailable. */
export function askPosition(): Promise<OwnPlace | PositionTrouble> {
  const trouble = missing();
  if (trouble) return Promise.resolve(trouble);
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      (found) => resolve(placeOf(found)),
      (error) => resolve(REASONS[error.code] ?? 'unavailable'),
      OPTIONS,
    );
  });
}

export type Following = { place: OwnPlace | undefined; trouble: PositionTrouble | undefined };

const NOTHING: Following = { place: undefined, trouble: undefined };

/** Watches the position while `on`. A temporary error keeps the last position. */
export function useOwnPlace(on: boolean): Following {
  const [following, setFollowing] = useState(NOTHING);
  useEffect(() => {
    if (!on) return;
    const trouble = missing();
    if (trouble) {
      setFollowing({ place: undefined, trouble });
      return () => setFollowing(NOTHING);
    }
    const watch = navigator.geolocation.watchPosition(
      (found) => setFollowing({ place: placeOf(found), trouble: undefined }),
      (error) => setFollowing(({ place }) => ({ place, trouble: REASONS[error.code] ?? 'unavailable' })),
      OPTIONS,
    );
    return () => {
      navigator.geolocation.clearWatch(watch);
      setFollowing(NOTHING);
    };
  }, [on]);
  return following;
}

export const troubleText = (t: Translator, trouble: PositionTrouble): string => t(`maps.position.${trouble}`);
