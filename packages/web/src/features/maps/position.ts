// The device's own position: asked once or followed, and why it cannot be had, in words.
import type { Position } from '@plumbline/core/site/geometry/mercator';
import type { Translator } from '@plumbline/locales/translate';
import { useEffect, useState } from 'react';

/** `accuracy`: the true place is within this many metres. `heading`: degrees clockwise from north while moving. */
export type OwnPlace = Position & { accuracy: number; heading: number | undefined };

/** `insecure`: browsers tell positions over https only. */
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

/** Where the device is now, or why that cannot be told. */
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

/** Follows the device while `on`. A passing trouble keeps the last place. */
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
