// References to other drawings and the scale, read from a drawing. Which plan is meant is resolved separately, by the
// current names of the plans.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id } from '../../kernel/text.ts';

const box = { x: z.number(), y: z.number(), w: z.number(), h: z.number() };

export const getSheetMarks = endpoint({
  name: 'getSheetMarks',
  summary:
    "Gets possible references to other sheets in a revision's own text, the positions of its details, and its scales; never changes",
  method: 'GET',
  path: '/api/plans-api/projects/:projectId/revisions/:revisionId/references',
  guard: { kind: 'project', needs: 'plan.view' },
  params: z.strictObject({ projectId: id, revisionId: id }),
  reply: z.strictObject({
    marks: z.array(
      z.strictObject({ ...box, sheet: z.string(), detail: z.string(), asked: z.boolean(), run: z.int().min(0) }),
    ),
    details: z.array(z.strictObject({ ...box, detail: z.string() })),
    /** Denominators of the scales written on it (1 : n), the likeliest first. */
    scales: z.array(z.number()),
  }),
});
