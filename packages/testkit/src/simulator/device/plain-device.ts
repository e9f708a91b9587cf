// A device without a scheduler, for tests that control every step: nothing waits, and nothing fails unless the test
// says so.

import { AppError } from '@plumbline/core/kernel/errors';
import type { Entity, Rows } from '@plumbline/core/site/entities';
import { type Memory, newMemory, type Round, syncRound } from '@plumbline/core/sync/client/round';
import type { AnyRow, BlobRecord, ClientContext, Edit } from '@plumbline/core/sync/client/store';
import type { PullQuery, PullReply, PushBody, PushReply } from '@plumbline/core/sync/protocol';
import { readPull } from '@plumbline/core/sync/read-pull';
import { applyPush, type Caller, type ServerStore } from '@plumbline/core/sync/server';
import { type DeviceData, DeviceStorage, TabStore } from './memory-device.ts';

/** Hooks between the device and the server; each may throw, or change what passes through. */
export type Between = {
  push?: (body: PushBody, pass: (body: PushBody) => Promise<PushReply>) => Promise<PushReply>;
  pull?: (query: PullQuery, pass: (query: PullQuery) => Promise<PullReply>) => Promise<PullReply>;
  upload?: (blob: BlobRecord) => Promise<void>;
};

export class PlainDevice {
  readonly storage: DeviceStorage;
  readonly parts: ClientContext;
  readonly between: Between = {};
  memory: Memory = newMemory();
  readonly #projectId: string;

  constructor(store: ServerStore, caller: Caller, projectId: string, newId: () => string) {
    this.#projectId = projectId;
    this.storage = new DeviceStorage({ step: async () => undefined }, new Set(), () => undefined);
    const refusalOf = (error: unknown) => (error instanceof AppError ? error : undefined);
    const report = (error: unknown) => {
      throw error;
    };
    const push = (body: PushBody) => applyPush(store, caller, body, { refusalOf, report, announce: () => undefined });
    const pull = (query: PullQuery) => readPull(store, caller, query);
    let ticks = 0;
    this.parts = {
      store: new TabStore(this.storage, { dead: false }),
      server: {
        push: (body) => this.between.push?.(body, push) ?? push(body),
        pull: (query) => this.between.pull?.(query, pull) ?? pull(query),
        upload: async (blob) => {
          await this.between.upload?.(blob);
          return {};
        },
      },
      userId: caller.userId,
      now: () => {
        ticks += 1;
        return new Date(Date.UTC(2026, 2, 2, 9, 0, ticks)).toISOString();
      },
      newId,
    };
  }

  get data(): DeviceData {
    return this.storage.data;
  }

  sync(): Promise<Round> {
    return syncRound(this.parts, this.memory, [this.#projectId]);
  }

  edits(): Pick<Edit, 'n' | 'state'>[] {
    return [...this.data.edits.values()].map(({ n, state }) => ({ n, state }));
  }

  row<E extends Entity>(entity: E, id: string): Rows[E] | undefined {
    // The table of an entity holds rows of that type.
    return this.data.rows.get(entity)?.get(id) as Rows[E] | undefined;
  }

  rows(): Map<string, AnyRow> {
    return new Map(
      [...this.data.rows].flatMap(([entity, table]) =>
        [...table].map(([id, row]) => [`${entity} ${id}`, row] as const),
      ),
    );
  }
}
