// Worker tasks that recognise the text of scans.
import { id } from '@plumbline/core/kernel/text';
import type { Tasks } from '../../../platform/queue/queue.ts';
import { repeating } from '../../../platform/queue/schedule.ts';
import type { Services } from '../../../platform/services.ts';
import { enqueueScans, READ_SCAN, readSheet, SCANNED_SHEETS } from './published-scans.ts';
import { turn } from './scan-queue.ts';
import { RECOGNISE, recogniseWaiting } from './waiting-scans.ts';

const importPayload = turn.extend({ organisationId: id, importId: id });
const sheetPayload = turn.extend({ organisationId: id, revisionId: id });

export const scanTasks = (services: Services): Tasks => ({
  [RECOGNISE]: (payload, context) => {
    const { waitingSince, ...key } = importPayload.parse(payload);
    return recogniseWaiting(services, key, { waitingSince }, context);
  },
  [READ_SCAN]: (payload, context) => {
    const { waitingSince, ...key } = sheetPayload.parse(payload);
    return readSheet(services, key, { waitingSince }, context);
  },
  ...repeating(services, SCANNED_SHEETS, () => enqueueScans(services)),
});
