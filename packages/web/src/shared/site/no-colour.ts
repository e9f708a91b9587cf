// The colour of pins that have no category.
import type { PinColour } from '@plumbline/core/site/values/pin-colours';

export const NO_COLOUR: PinColour = 'DarkBlue';
