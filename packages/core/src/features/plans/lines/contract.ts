// Reading the lines of sheets that were imported before lines were read during the import.
import { z } from 'zod';
import { endpoint } from '../../../kernel/endpoint.ts';
import { id } from '../../../kernel/text.ts';

export const readSheetLines = endpoint({
  name: 'readSheetLines',
  summary:
    'Gets the file with the lines of a revision. If the lines have not been read yet, reading starts, and the revision names the file afterwards',
  method: 'POST',
  path: '/api/plans-api/projects/:projectId/revisions/:revisionId/lines',
  guard: { kind: 'project', needs: 'plan.view' },
  params: z.strictObject({ projectId: id, revisionId: id }),
  reply: z.strictObject({ linesBlobId: id.nullable() }),
});
