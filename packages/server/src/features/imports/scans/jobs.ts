// Worker tasks that recognise the text of scans.
import { id } from '@plumbline/core/kernel/text';
import { z } from 'zod';
import type { Tasks } from '../../../platform/queue/queue.ts';
import { repeating } from '../../../platform/queue/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import { enqueueScans, READ_SCAN, readSheet, SCANNED_SHEETS } from './published-scans.ts';
import { RECOGNISE, recogniseWaiting } from './waiting-scans.ts';

const importPayload = z.strictObject({ organisationId: id, importId: id });
const sheetPayload = z.strictObject({ organisationId: id, revisionId: id });

export const scanTasks = (services: Services): Tasks => ({
  [RECOGNISE]: (payload, context) => recogniseWaiting(services, importPayload.parse(payload), context),
  [READ_SCAN]: (payload, context) => readSheet(services, sheetPayload.parse(payload), context),
  ...repeating(services, SCANNED_SHEETS, () => enqueueScans(services)),
});
