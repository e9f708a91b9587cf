// The projects open in the tabs of this browser, and how far each has been read.
import { AppError, isErrorCode } from '@plumbline/core/kernel/errors';
import { loadedShare } from '@plumbline/core/sync/client/pull';
import type { ProjectState } from '@plumbline/core/sync/client/store';
import { NetworkFailure } from '../../api/failure.ts';
import type { IdbStore } from '../idb-store.ts';
import type { Local, ProjectSync } from '../local.ts';
import type { Progress } from './tabs.ts';

const LOADING: ProjectSync = { state: 'loading', rows: 0 };
const READY: ProjectSync = { state: 'ready' };
const GONE: ProjectSync = { state: 'gone' };

export class OpenProjects {
  readonly #store: Pick<IdbStore, 'project' | 'count'>;
  /** Project → how often it is open in this tab. */
  readonly #here = new Map<string, number>();
  /** Tab → the projects it has open. */
  readonly #elsewhere = new Map<string, readonly string[]>();
  readonly #states = new Map<string, ProjectState>();
  readonly #counts = new Map<string, number>();
  readonly #shown = new Map<string, ProjectSync>();

  constructor(store: Pick<IdbStore, 'project' | 'count'>) {
    this.#store = store;
  }

  add(projectId: string): void {
    this.#here.set(projectId, (this.#here.get(projectId) ?? 0) + 1);
  }

  remove(projectId: string): void {
    const left = (this.#here.get(projectId) ?? 1) - 1;
    if (left > 0) this.#here.set(projectId, left);
    else this.#here.delete(projectId);
  }

  clear(): void {
    this.#here.clear();
  }

  has(projectId: string): boolean {
    return this.#here.has(projectId);
  }

  /** The projects open in this tab. */
  here(): string[] {
    return [...this.#here.keys()];
  }

  /** Notes the projects that another tab has open. */
  noteTab(tab: string, projects: readonly string[]): void {
    if (projects.length > 0) this.#elsewhere.set(tab, projects);
    else this.#elsewhere.delete(tab);
  }

  /** The projects open in any tab. */
  anywhere(): string[] {
    return [...this.#here.keys(), ...[...this.#elsewhere.values()].flat()];
  }

  async read(projectId: string): Promise<void> {
    const state = await this.#store.project(projectId);
    if (state) this.#states.set(projectId, state);
    if (state?.load !== null) this.#counts.set(projectId, await this.#store.count(projectId));
  }

  /** Updates what screens see; the object stays the same while nothing has changed. */
  show(progress: Progress): void {
    for (const projectId of this.#here.keys()) {
      const next = this.#stateOf(projectId, progress);
      const shown = this.#shown.get(projectId);
      const same =
        next.state === 'loading'
          ? shown?.state === 'loading' && shown.rows === next.rows && shown.share === next.share
          : shown?.state === next.state;
      if (!same) this.#shown.set(projectId, next);
    }
  }

  #stateOf(projectId: string, { offline, failed }: Progress): ProjectSync {
    const state = this.#states.get(projectId);
    if (state?.gone) return GONE;
    if (state?.load === null) return READY;
    if (offline) return { state: 'failed', error: new NetworkFailure('sync') };
    const failure = failed[projectId];
    if (failure) {
      const { code } = failure;
      return { state: 'failed', error: isErrorCode(code) ? new AppError(code) : new Error(failure.name) };
    }
    const share = state && loadedShare(state);
    return { state: 'loading', rows: this.#counts.get(projectId) ?? 0, ...(share !== undefined && { share }) };
  }

  state(projectId: string): ProjectSync {
    return this.#shown.get(projectId) ?? LOADING;
  }

  cursor(projectId: string): number {
    return this.#states.get(projectId)?.cursor ?? 0;
  }
}

/** Opens the project and resolves once it is on the device. */
export async function readProject(
  local: Pick<Local, 'open' | 'subscribe' | 'project'>,
  projectId: string,
  signal: AbortSignal,
): Promise<'ready' | 'gone'> {
  const close = local.open(projectId);
  try {
    for (;;) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const forget = local.subscribe(resolve);
      const stop = () => resolve();
      signal.addEventListener('abort', stop);
      try {
        const now = local.project(projectId);
        if (now.state === 'ready' || now.state === 'gone') return now.state;
        if (now.state === 'failed' && !(now.error instanceof NetworkFailure)) throw now.error;
        await promise;
        signal.throwIfAborted();
      } finally {
        forget();
        signal.removeEventListener('abort', stop);
      }
    }
  } finally {
    close();
  }
}
