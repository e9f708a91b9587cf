// Downloads a plan to a device, stage by stage. Every stage can be repeated: what is on the device is not fetched again.
import { AppError } from '../../kernel/errors.ts';
import { failureKind } from '../client/round.ts';
import { fetchFile } from './fetch-file.ts';
import { FINAL, fetchFiles } from './fetch-files.ts';
import { FIRST_STAGE, type Stage, stagesFrom } from './stages.ts';
import { type DownloadOptions, type DownloadParts, isComplete, type PlanDownload, packKey } from './store.ts';
import { avatarKeys, mediaKeys, sheetKeys } from './wanted.ts';

/** Bytes kept free for edits and photos made during the download. */
export const RESERVE_BYTES = 31_457_280;

export function newDownload(plan: { planId: string; projectId: string }, options: DownloadOptions): PlanDownload {
  return { ...plan, state: 'IN_PROGRESS', stage: FIRST_STAGE, target: null, revisionId: null, options };
}

type Run = { parts: DownloadParts; download: PlanDownload; onShare: (share: number) => void };

async function requireStorageSpace({ parts }: Run, bytes: number): Promise<void> {
  const room = await parts.room();
  if (room !== undefined && room < bytes + RESERVE_BYTES) throw new AppError('device_full');
}

async function targetOf({ parts, download }: Run) {
  const plan = await parts.rows.row('plan', download.planId);
  const revision = plan?.currentRevisionId ? await parts.rows.row('revision', plan.currentRevisionId) : undefined;
  if (!revision) throw new AppError('not_found');
  return revision;
}

async function fetchMedia(run: Run, keys: readonly string[]): Promise<void> {
  const { parts, download, onShare } = run;
  const known = new Map((await parts.store.files(download.planId)).map((file) => [file.key, file]));
  const missing = keys.filter((key) => {
    const file = known.get(key);
    return !file || !isComplete(file);
  });
  if (missing.length > 0) await fetchFiles({ parts, download, known, onShare }, missing, keys.length);
}

async function fetchPack(run: Run): Promise<void> {
  const { parts, download, onShare } = run;
  const { planId, projectId, target } = download;
  if (target === null) throw new AppError('not_found');
  const key = packKey(target);
  const open = async () => {
    const source = await parts.server.pack(projectId, target);
    const known = await parts.store.file(planId, key);
    await requireStorageSpace(run, (source.size ?? 0) - (known ? known.pieces * known.pieceSize : 0));
    return source;
  };
  await fetchFile(parts, { planId, key, open, onShare });
}

async function wantedKeys({ parts, download }: Run): Promise<Set<string>> {
  const { rows, now } = parts;
  const revision = download.target === null ? undefined : await rows.row('revision', download.target);
  return new Set([
    ...(revision ? [packKey(revision.id), ...sheetKeys(revision)] : []),
    ...(await mediaKeys(rows, download, now())),
    ...(await avatarKeys(rows, download)),
  ]);
}

/**
 * Stages not listed have nothing to fetch: a project's rows arrive together, so that after `GET_PROJECT_DATA` its pins,
 * fields, notes and titles are on the device.
 */
const WORK: { readonly [S in Stage]?: (run: Run) => Promise<Partial<PlanDownload> | undefined> } = {
  async START_DOWNLOAD(run) {
    await requireStorageSpace(run, 0);
    return undefined;
  },
  async GET_PROJECT_DATA({ parts, download }) {
    if ((await parts.readProject(download.projectId)) === 'gone') throw new AppError('not_found');
    return undefined;
  },
  async GET_PLAN_DATA(run) {
    const revision = await targetOf(run);
    await fetchMedia(run, sheetKeys(revision));
    return { target: revision.id };
  },
  async GET_PLAN_TILES(run) {
    await fetchPack(run);
    return undefined;
  },
  async GET_MEDIA_POST_THUMBNAILS(run) {
    await fetchMedia(run, await mediaKeys(run.parts.rows, run.download, run.parts.now()));
    return undefined;
  },
  async GET_ASSIGNEE_THUMBNAILS(run) {
    await fetchMedia(run, await avatarKeys(run.parts.rows, run.download));
    return undefined;
  },
  async DOWNLOAD_FINISHED(run) {
    const { code: _, ...download } = run.download;
    // Withdrawn from the member in the meantime.
    if (!(await run.parts.rows.row('plan', download.planId))) throw new AppError('not_found');
    const keep = await wantedKeys(run);
    await run.parts.store.finish({ ...download, state: 'DONE', revisionId: download.target }, keep);
    return undefined;
  },
};

/** Where to continue: at the plan's data if its revision has changed since. */
async function resumeAt(parts: DownloadParts, { planId, stage, target }: PlanDownload): Promise<Stage> {
  const plan = target === null ? undefined : await parts.rows.row('plan', planId);
  return plan && plan.currentRevisionId !== target ? 'GET_PLAN_DATA' : stage;
}

/** Whether the download cannot continue by itself. Lost connections and ended sessions only interrupt it. */
function isFinal(error: unknown): boolean {
  return failureKind(error) === 'failed' || (error instanceof AppError && FINAL.has(error.code));
}

/**
 * Continues a download that is in progress, until it is done, failed, paused or removed. Throws if it was interrupted and
 * should be continued later; nothing that has arrived is lost.
 */
export async function runDownload(parts: DownloadParts, planId: string): Promise<void> {
  const { store, signal } = parts;
  const before = await store.download(planId);
  if (before?.state !== 'IN_PROGRESS') return;
  try {
    for (const stage of stagesFrom(await resumeAt(parts, before))) {
      signal.throwIfAborted();
      const download = await store.change(planId, (now) => (now.state === 'IN_PROGRESS' ? { ...now, stage } : now));
      if (download?.state !== 'IN_PROGRESS') return;
      const onShare = (share: number) => parts.onProgress(planId, stage, share);
      onShare(0);
      const changed = await WORK[stage]?.({ parts, download, onShare });
      if (changed) await store.change(planId, (now) => ({ ...now, ...changed }));
    }
  } catch (error) {
    if (signal.aborted || !isFinal(error)) throw error;
    const code = error instanceof AppError ? error.code : 'internal';
    const failed = await store.change(planId, (now) =>
      now.state === 'IN_PROGRESS' ? { ...now, state: 'FAILED', code } : now,
    );
    // Nothing of a plan that is no longer accessible stays, but its user learns why.
    if (failed && code === 'not_found' && !(await parts.rows.row('plan', planId)))
      await store.finish({ ...failed, target: null, revisionId: null }, new Set());
  }
}

/** Whether a finished download still matches the rows on the device; `gone`: the plan no longer exists. */
export async function checkDownload(
  parts: Pick<DownloadParts, 'rows' | 'store' | 'now'>,
  download: PlanDownload,
): Promise<'current' | 'outdated' | 'gone'> {
  const { planId, projectId, revisionId } = download;
  const project = await parts.rows.project(projectId);
  if (project?.load !== null) return 'current';
  const plan = await parts.rows.row('plan', planId);
  if (!plan) return 'gone';
  if (plan.currentRevisionId === null || plan.currentRevisionId !== revisionId) return 'outdated';
  const known = new Set((await parts.store.files(planId)).map(({ key }) => key));
  const revision = await parts.rows.row('revision', plan.currentRevisionId);
  const wanted = [
    // Downloads of an older version lack the words of the sheet.
    ...(revision ? sheetKeys(revision) : []),
    ...(await mediaKeys(parts.rows, download, parts.now())),
  ];
  return wanted.every((key) => known.has(key)) ? 'current' : 'outdated';
}
