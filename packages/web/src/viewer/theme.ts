// Colours of everything drawn on the canvas, read from CSS variables so that they are defined only in the theme.
import type { Appearance } from './options.ts';

export interface ViewerTheme {
  readonly paper: string;
  readonly paperEdge: string;
  /** Hairline around marks, and text on white. */
  readonly ink: string;
  readonly onInk: string;
  readonly focus: string;
  readonly select: string;
  readonly highlight: string;
  readonly highlightActive: string;
  readonly position: string;
  readonly overdue: string;
  readonly rejected: string;
  readonly unsynced: string;
  /** Ring of a bubble whose pins have mixed colours. */
  readonly mixed: string;
  readonly font: string;
}

const VARIABLES: { readonly [name in keyof ViewerTheme]: readonly [variable: string, fallback: string] } = {
  paper: ['--viewer-paper', '#ffffff'],
  paperEdge: ['--viewer-paper-edge', 'rgb(27 31 35 / 22%)'],
  ink: ['--viewer-ink', '#1b1f23'],
  onInk: ['--viewer-on-ink', '#ffffff'],
  focus: ['--viewer-focus', '#0b6bcb'],
  select: ['--viewer-select', '#0f4c5c'],
  highlight: ['--viewer-highlight', '#ffc53d'],
  highlightActive: ['--viewer-highlight-active', '#f76808'],
  position: ['--viewer-position', '#1f6feb'],
  overdue: ['--viewer-overdue', '#c4161c'],
  rejected: ['--viewer-rejected', '#7a1fa2'],
  unsynced: ['--viewer-unsynced', '#4a5560'],
  mixed: ['--viewer-mixed', '#9aa3ab'],
  font: ['--viewer-font', 'system-ui, sans-serif'],
};

export function readTheme(element: HTMLElement): ViewerTheme {
  const style = getComputedStyle(element);
  const read = ([variable, fallback]: readonly [string, string]): string =>
    style.getPropertyValue(variable).trim() || fallback;
  return {
    paper: read(VARIABLES.paper),
    paperEdge: read(VARIABLES.paperEdge),
    ink: read(VARIABLES.ink),
    onInk: read(VARIABLES.onInk),
    focus: read(VARIABLES.focus),
    select: read(VARIABLES.select),
    highlight: read(VARIABLES.highlight),
    highlightActive: read(VARIABLES.highlightActive),
    position: read(VARIABLES.position),
    overdue: read(VARIABLES.overdue),
    rejected: read(VARIABLES.rejected),
    unsynced: read(VARIABLES.unsynced),
    mixed: read(VARIABLES.mixed),
    font: read(VARIABLES.font),
  };
}

/**
 * Calls back when the colours may have changed: the system's scheme, or class, style or data attributes of the root
 * element.
 */
export function watchTheme(changed: () => void): () => void {
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', changed);
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true });
  return () => {
    scheme.removeEventListener('change', changed);
    observer.disconnect();
  };
}

/** The scale factor of marks: larger for touch and for sunlight. */
export function markScale(chosen: number | undefined, appearance: Appearance): number {
  const base = chosen ?? (matchMedia('(pointer: coarse)').matches ? 1.25 : 1);
  return appearance.bright ? base * 1.15 : base;
}
