// The colour of pins that have no category.
import type { PinColour } from '@plumbline/core/features/pins/colours';

export const NO_COLOUR: PinColour = 'DarkBlue';
