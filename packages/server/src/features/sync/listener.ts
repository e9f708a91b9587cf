// Holds one connection that listens for changes announced by any process, and reconnects when it breaks.
import { setTimeout as wait } from 'node:timers/promises';
import { CHANNEL, type Changed, readAnnouncement } from '../../db/tx/announce.ts';
import type { Services } from '../../platform/services.ts';

/** Between two attempts to connect. */
const PAUSE_MS = 1_000;

type ProjectNotice = {
  changed(changed: Changed): void;
  /** Listening has started or restarted: earlier announcements have been missed. */
  listening(): void;
};

export class Listener {
  readonly #services: Pick<Services, 'pool' | 'log'>;
  readonly #notice: ProjectNotice;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;

  constructor(services: Pick<Services, 'pool' | 'log'>, notice: ProjectNotice) {
    this.#services = services;
    this.#notice = notice;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Releases the connection. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#listen(signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#services.log.warn({ err: error }, 'the connection that listens for changes failed; retrying');
      }
      await wait(PAUSE_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Listens until the connection ends or `signal` fires. */
  async #listen(signal: AbortSignal): Promise<void> {
    const client = await this.#services.pool.connect();
    const over = Promise.withResolvers<void>();
    const end = () => over.resolve();
    try {
      client.on('notification', ({ channel, payload }) => {
        const one = channel === CHANNEL ? readAnnouncement(payload) : undefined;
        if (one) this.#notice.changed(one);
      });
      client.on('error', end);
      client.on('end', end);
      signal.addEventListener('abort', end);
      if (signal.aborted) return;
      await client.query(`LISTEN ${CHANNEL}`);
      this.#notice.listening();
      await over.promise;
    } finally {
      signal.removeEventListener('abort', end);
      // Closed, not returned to the pool: it would keep listening on behalf of its next user.
      client.release(true);
    }
  }
}
