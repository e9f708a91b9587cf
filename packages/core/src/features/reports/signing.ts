// Who signs a report: lines to sign on paper, and the signature that its author draws on the screen.
import { z } from 'zod';
import { line } from '../../kernel/text.ts';

export const MAX_SIGNATURES = 6;

/** What is empty is written by hand. */
export const reportSigner = z.strictObject({ role: line(80).default(''), name: line(120).default('') });
export type ReportSigner = z.output<typeof reportSigner>;

/** The field that signatures are drawn in. */
export const SIGNATURE_FIELD = { width: 900, height: 300 } as const;
const MAX_NUMBERS = 20_000;

/** x, y, x, y, … in the signature field. */
const stroke = z.array(z.int().min(0).max(SIGNATURE_FIELD.width)).min(4).max(MAX_NUMBERS);

export const drawnSignature = z.strictObject({
  /** Which of the signers. */
  signer: z
    .int()
    .min(0)
    .max(MAX_SIGNATURES - 1),
  strokes: z
    .array(stroke)
    .min(1)
    .max(300)
    .refine((strokes) => strokes.reduce((sum, one) => sum + one.length, 0) <= MAX_NUMBERS, { error: 'TOO_LONG' }),
});
export type DrawnSignature = z.output<typeof drawnSignature>;
export type Strokes = DrawnSignature['strokes'];
