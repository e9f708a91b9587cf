// The colour of pins without a category.
import type { PinColour } from '@plumbline/core/site/values/pin-colours';

export const NO_COLOUR: PinColour = 'DarkBlue';
