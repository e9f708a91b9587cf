// Reports ordered while the device was offline. Each waits on this device until the server has created it; one that the
// server refuses stays with the reason.
import type { createReport } from '@plumbline/core/features/reports/contract';
import type { ErrorCode } from '@plumbline/core/kernel/errors';
import type { call } from '../../../api/client.ts';
import { currentLocal } from '../../../local/local.ts';

type Content = Parameters<typeof call<typeof createReport>>[1]['body'];
export type QueuedFormat = 'office' | 'pdf';
export type QueuedReport = {
  id: string;
  projectId: string;
  /** Without a template, the first that can be used: the list of templates is not on the device. */
  content: Omit<Content, 'id' | 'format' | 'templateId'> & { templateId: string | null };
  format: QueuedFormat;
  problem?: ErrorCode | undefined;
};

/** Query key of the reports that wait. */
export const QUEUED = ['queuedReports'] as const;

const PREFIX = 'report.';
const nameOf = ({ projectId, id }: Pick<QueuedReport, 'projectId' | 'id'>) => `${PREFIX}${projectId}.${id}`;

/** Throws `device_full` when there is no space for it. */
export async function storeQueued(queued: QueuedReport): Promise<void> {
  await currentLocal()?.keepDraft(nameOf(queued), new Blob([JSON.stringify(queued)]));
}

export async function discardQueued(queued: QueuedReport): Promise<void> {
  await currentLocal()?.keepDraft(nameOf(queued), undefined);
}

/** Those of one project or of all, in no particular order. */
export async function queuedReports(projectId?: string): Promise<QueuedReport[]> {
  const local = currentLocal();
  const names = (await local?.draftNames(projectId === undefined ? PREFIX : `${PREFIX}${projectId}.`)) ?? [];
  const found = await Promise.all(names.map(async (name) => (await local?.draft(name))?.text()));
  return found.flatMap((text) => (text === undefined ? [] : (JSON.parse(text) as QueuedReport)));
}
