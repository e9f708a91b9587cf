// The appearance on this device: light or dark, bright for sunlight, and the density. Set on <html> as data attributes.
import { keep } from '../keep.ts';

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'desktop' | 'tablet' | 'handheld';
export type Appearance = { theme: Theme; bright: boolean; density: Density | 'auto' };

const KEY = 'plumbline.appearance';
const DEFAULT_APPEARANCE: Appearance = { theme: 'system', bright: false, density: 'auto' };

const dark = () => matchMedia('(prefers-color-scheme: dark)');
const phone = () => matchMedia('(max-width: 767px)');
const finger = () => matchMedia('(pointer: coarse)');

/** The stored choice; automatic by default. */
export function storedAppearance(): Appearance {
  try {
    return { ...DEFAULT_APPEARANCE, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Appearance>) };
  } catch {
    return DEFAULT_APPEARANCE;
  }
}

/** The density that suits this device: small windows are handheld, coarse pointers are fingers. */
function fittingDensity(): Density {
  if (phone().matches) return 'handheld';
  return finger().matches ? 'tablet' : 'desktop';
}

function apply(): void {
  const { theme, bright, density } = storedAppearance();
  const root = document.documentElement;
  root.dataset.theme = theme === 'system' ? (dark().matches ? 'dark' : 'light') : theme;
  root.dataset.density = density === 'auto' ? fittingDensity() : density;
  if (bright) root.dataset.bright = '';
  else delete root.dataset.bright;
}

const CHANGED = 'plumbline-appearance';

/** Stores a choice and applies it immediately. */
export function setAppearance(change: Partial<Appearance>): void {
  keep(KEY, JSON.stringify({ ...storedAppearance(), ...change }));
  apply();
  dispatchEvent(new Event(CHANGED));
}

/** Calls `changed` after each change, in this or another tab. Returns how to stop. */
export function onAppearance(changed: () => void): () => void {
  const events = [CHANGED, 'storage'];
  for (const event of events) addEventListener(event, changed);
  return () => {
    for (const event of events) removeEventListener(event, changed);
  };
}

/** Applies the appearance and follows the system and the window; call once before the first paint. */
export function startAppearance(): void {
  apply();
  for (const query of [dark(), phone(), finger()]) query.addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key === KEY) apply();
  });
}
