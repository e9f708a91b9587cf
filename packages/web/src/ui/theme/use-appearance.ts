// The appearance on this device, for the controls that change it.
import { useSyncExternalStore } from 'react';
import { type Appearance, onAppearance, setAppearance, storedAppearance } from './appearance.ts';

const written = (): string => JSON.stringify(storedAppearance());

export function useAppearance(): [Appearance, (change: Partial<Appearance>) => void] {
  // Reads again whenever the written form changes.
  useSyncExternalStore(onAppearance, written);
  return [storedAppearance(), setAppearance];
}
