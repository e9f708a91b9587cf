// Manages the process that draws vector tiles: started on requireCapability, ended when idle, and replaced if it dies, takes too
// long or uses too much memory.
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../fetch-limited.ts';
import { startWorkerProcess, watchMemory } from '../../worker-process.ts';
import type { DrawSettings, FetchBytes, ToChild, ToParent } from './messages.ts';

const CHILD = fileURLToPath(new URL('./drawing-child.ts', import.meta.url));
const DEFAULT_LIMITS = { timeMs: 30_000, idleMs: 60_000, memoryBytes: 768 * 1_048_576, heapMb: 384 };

export type DrawerLimits = Partial<typeof DEFAULT_LIMITS>;
type PendingTile = { resolve: (picture: Uint8Array | undefined) => void; reject: (error: Error) => void };

export class IsolatedDrawer {
  readonly #settings: DrawSettings;
  readonly #fetchBytes: FetchBytes;
  readonly #limits;
  readonly #waiting = new Map<number, PendingTile>();
  #child: ChildProcess | undefined;
  #watch: { stop: () => void } | undefined;
  #idle: NodeJS.Timeout | undefined;
  #requests = 0;

  constructor(settings: DrawSettings, fetchBytes: FetchBytes, limits: DrawerLimits = {}) {
    this.#settings = settings;
    this.#fetchBytes = fetchBytes;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /**
   * A PNG; undefined if the map has no such tile. Throws `ServiceError`. Aborting abandons the result, not the drawing.
   */
  async draw(z: number, x: number, y: number, signal?: AbortSignal): Promise<Uint8Array | undefined> {
    signal?.throwIfAborted();
    const id = this.#requests++;
    clearTimeout(this.#idle);
    const late = setTimeout(() => this.#end('takes too long to draw'), this.#limits.timeMs);
    const aborted = () => this.#waiting.get(id)?.reject(signal?.reason);
    signal?.addEventListener('abort', aborted, { once: true });
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        this.#send({ type: 'draw', id, settings: this.#settings, z, x, y });
      });
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', aborted);
      this.#waiting.delete(id);
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#end('idle'), this.#limits.idleMs).unref();
    }
  }

  #send(message: ToChild): void {
    this.#child ??= this.#start();
    // If the process is gone, its exit event reports that.
    this.#child.send(message, () => undefined);
  }

  #start(): ChildProcess {
    const child = startWorkerProcess(CHILD, this.#limits.heapMb);
    // It must not keep the parent process running.
    child.unref();
    child.channel?.unref();
    const gone = () => {
      if (this.#child === child) this.#end('cannot be drawn');
    };
    child.once('exit', gone);
    child.once('error', gone);
    child.on('message', (message: ToParent) => {
      if (this.#child !== child) return;
      if (message.type === 'fetch') void this.#answer(message);
      else {
        const { id, picture, failure } = message;
        if (failure === undefined) this.#waiting.get(id)?.resolve(picture);
        else this.#waiting.get(id)?.reject(new ServiceError(failure));
      }
    });
    this.#watch = watchMemory(child, this.#limits.memoryBytes);
    return child;
  }

  async #answer({ id, request }: Extract<ToParent, { type: 'fetch' }>): Promise<void> {
    const child = this.#child;
    const answer = await this.#fetchBytes(request).then(
      (bytes) => ({ bytes }),
      (error: unknown) => ({ failure: error instanceof ServiceError ? error.message : 'cannot be read' }),
    );
    if (this.#child === child) this.#send({ type: 'bytes', id, ...answer });
  }

  #end(reason: string): void {
    this.#watch?.stop();
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
    for (const { reject } of this.#waiting.values()) reject(new ServiceError(reason));
  }
}
