// Worker tasks of imports: inspect a file, render its previews, then import each chosen page. All are idempotent.
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { importPage } from './import-page.ts';
import { inspect } from './inspect.ts';
import { IMPORT_PAGE, INSPECT, PREVIEWS } from './locked-import.ts';
import { renderPreviews } from './previews.ts';
import { notifyChanges } from './sets/notify-changes.ts';
import { NOTIFY_CHANGES } from './sets/publish-set.ts';

const importPayload = z.strictObject({ organisationId: id, importId: id });
const setPayload = z.strictObject({ organisationId: id, setId: id });
const pagePayload = importPayload.extend({ page: z.int().min(1) });

export const importTasks = (services: Services): Tasks => ({
  [INSPECT]: (payload, context) => inspect(services, importPayload.parse(payload), context),
  [PREVIEWS]: (payload, context) => {
    const { page, ...key } = pagePayload.parse(payload);
    return renderPreviews(services, key, page, context);
  },
  [NOTIFY_CHANGES]: (payload, { signal }) => notifyChanges(services, setPayload.parse(payload), signal),
  [IMPORT_PAGE]: (payload, context) => {
    const { page, ...key } = pagePayload.parse(payload);
    return importPage(services, key, page, context);
  },
});
