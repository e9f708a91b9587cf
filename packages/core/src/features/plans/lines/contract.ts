// Reading the lines of sheets that were imported before lines were read during the import.
import { z } from 'zod';
import { endpoint } from '../../../kernel/endpoint.ts';
import { id } from '../../../kernel/text.ts';

export const readSheetLines = endpoint({
  name: 'readSheetLines',
  summary:
    'The file with the lines of a revision. If they have not been read yet, they will be, and the revision will name the file',
  method: 'POST',
  path: '/api/plans-api/projects/:projectId/revisions/:revisionId/lines',
  guard: { kind: 'project', needs: 'plan.view' },
  params: z.strictObject({ projectId: id, revisionId: id }),
  reply: z.strictObject({ linesBlobId: id.nullable() }),
});
