// Reading building models: the geometry through a link to one file, properties element by element.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';
import { id, instant } from '../../kernel/text.ts';
import { modelRow } from '../../site/rows/models.ts';

const guard = { kind: 'project', needs: 'plan.view' } as const;
const part = { offset: z.int().min(0), length: z.int().min(0) };
const box = z.strictObject({ min: z.array(z.number()), max: z.array(z.number()) });

export const modelDetails = z.strictObject({
  model: modelRow,
  /**
   * Content of the file: geometry per storey, in the order of the model's storeys; elements without a storey come last.
   */
  storeys: z.array(
    z.strictObject({ ...part, elements: z.int().min(0), triangles: z.int().min(0), box: box.nullable() }),
  ),
  box,
  /** The file, read with range requests. Needs no token while the session lasts. */
  file: z.strictObject({ url: z.string(), expiresAt: instant }),
});
export type ModelDetails = z.infer<typeof modelDetails>;

export const getModel = endpoint({
  name: 'getModel',
  summary: 'Gets a version of a building model with a link to its geometry',
  method: 'GET',
  path: '/api/bim-api/projects/:projectId/models/:modelId',
  guard,
  params: z.strictObject({ projectId: id, modelId: id }),
  reply: modelDetails,
});

export const elementProperties = z.strictObject({
  globalId: z.string(),
  type: z.string(),
  name: z.string(),
  sets: z.array(z.strictObject({ name: z.string(), values: z.array(z.tuple([z.string(), z.string()])) })),
});

export const getModelElement = endpoint({
  name: 'getModelElement',
  summary: 'Gets all properties of one element of a building model, by its number in the model',
  method: 'GET',
  path: '/api/bim-api/projects/:projectId/models/:modelId/elements/:element',
  guard,
  params: z.strictObject({ projectId: id, modelId: id, element: z.coerce.number().int().min(0).max(100_000_000) }),
  reply: elementProperties,
});
