// A scene of the demo site.
import type { Chance } from '../draw.ts';

/** The content of an SVG of 1600 × 1200; the same numbers from `next` give the same image. */
export type Scene = (next: Chance) => string;
