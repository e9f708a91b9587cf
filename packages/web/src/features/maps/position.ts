// The device's position, read once or watched, and display texts for why it is unavailable.
import type { Position } from '@plumbline/core/site/geometry/mercator';
import type { Translator } from '@plumbline/locales/translate';
import { useEffect, useState } from 'react';

/**
 * `accuracy`: radius in metres that contains the true position. `heading`: degrees clockwise from north while moving.
 */
export type DevicePosition = Position & { accuracy: number; heading: number | undefined };

/** `insecure`: browsers provide the position over https only. */
export type PositionProblem = 'refused' | 'unavailable' | 'timeout' | 'insecure' | 'unsupported';

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 30_000, maximumAge: 2_000 };

const REASONS: Record<number, PositionProblem> = { 1: 'refused', 2: 'unavailable', 3: 'timeout' };

function missing(): PositionProblem | undefined {
  if (!globalThis.isSecureContext) return 'insecure';
  return 'geolocation' in navigator ? undefined : 'unsupported';
}

function placeOf({ coords }: GeolocationPosition): DevicePosition {
  const { latitude, longitude, accuracy, heading } = coords;
  const known = heading !== null && Number.isFinite(heading);
  return { lat: latitude, lon: longitude, accuracy, heading: known ? heading : undefined };
}

/** The device's current position, or why it is unavailable. */
export function askPosition(): Promise<DevicePosition | PositionProblem> {
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

export type Following = { place: DevicePosition | undefined; trouble: PositionProblem | undefined };

const NO_POSITION: Following = { place: undefined, trouble: undefined };

/** Watches the position while `on`. A temporary error keeps the last position. */
export function useDevicePosition(on: boolean): Following {
  const [following, setFollowing] = useState(NO_POSITION);
  useEffect(() => {
    if (!on) return;
    const trouble = missing();
    if (trouble) {
      setFollowing({ place: undefined, trouble });
      return () => setFollowing(NO_POSITION);
    }
    const watch = navigator.geolocation.watchPosition(
      (found) => setFollowing({ place: placeOf(found), trouble: undefined }),
      (error) => setFollowing(({ place }) => ({ place, trouble: REASONS[error.code] ?? 'unavailable' })),
      OPTIONS,
    );
    return () => {
      navigator.geolocation.clearWatch(watch);
      setFollowing(NO_POSITION);
    };
  }, [on]);
  return following;
}

export const positionProblemText = (t: Translator, trouble: PositionProblem): string => t(`maps.position.${trouble}`);
