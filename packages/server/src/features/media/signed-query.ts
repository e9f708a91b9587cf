// Query parameters of a signed URL.
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';

export const signed = z.object({
  e: z
    .string()
    .regex(/^\d{1,15}$/u)
    .transform(Number),
  a: id,
  s: z.string().max(64),
});
