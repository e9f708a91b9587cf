// All pins of the demo, oldest first: their numbers follow this order.
import { basementPins, sitePins } from './pins-basement-and-site.ts';
import { firstFloorPins } from './pins-first-floor.ts';
import { groundFloorPins } from './pins-ground-floor.ts';
import { secondFloorPins } from './pins-second-floor.ts';
import type { StoryPin } from './types.ts';

export const PINS: readonly StoryPin[] = [
  ...groundFloorPins,
  ...firstFloorPins,
  ...secondFloorPins,
  ...basementPins,
  ...sitePins,
].sort((a, b) => b.days - a.days);
