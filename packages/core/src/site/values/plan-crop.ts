// The part of a plan around a pin.
import { z } from 'zod';

/** The URL of an image of the whole sheet, and the pin's position on it, as fractions. */
export const planCrop = z.strictObject({ picture: z.string(), x: z.number(), y: z.number() });
