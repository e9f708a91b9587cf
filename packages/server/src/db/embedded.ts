// The database that comes with the program: a real PostgreSQL in the data folder, reached by a socket only.
import { chownSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { checkReach } from '../config/data-folder-owner.ts';
import { type Account, chooseAccount } from './embedded/account.ts';
import { findBinaries } from './embedded/binaries.ts';
import { makeCluster, type Passwords, readPasswords } from './embedded/cluster.ts';
import { FolderInUse, makeDatabase, takeGuard, urlFor } from './embedded/guard.ts';
import { holdToOwner } from './embedded/owner.ts';
import { type Places, placesIn, socketFolder } from './embedded/places.ts';
import {
  findPostmaster,
  joinPostmaster,
  type Settings,
  startPostmaster,
  stopPostmaster,
} from './embedded/postmaster.ts';
import { oneStartAtATime } from './embedded/starting.ts';

export { FolderInUse } from './embedded/guard.ts';

type Log = { info(message: string): void; warn(message: string): void; error(message: string): void };

export type EmbeddedOptions = {
  /** The program's data folder; the database lives in `database/` below it. */
  dataDir: string;
  log: Log;
  /** `false` gives up safety against power cuts for speed: for tests only. */
  fsync?: boolean;
};

export type EmbeddedPostgres = {
  url: string;
  /** The process of the server now. */
  pid(): number;
  stop(): Promise<void>;
};

type Ground = { places: Places; account: Account; postgres: string; settings: Settings; passwords: Passwords };

async function layGround(dataDir: string, fsync: boolean): Promise<Ground> {
  const binaries = findBinaries();
  const places = placesIn(dataDir);
  const account = chooseAccount(
    binaries.postgres,
    places.folder,
    ({ uid, gid }) => chownSync(places.folder, uid, gid),
    [places.cluster, dataDir],
  );
  holdToOwner(places, account, dataDir);
  const passwords = readPasswords(places);
  await makeCluster(places, account, binaries.initdb, passwords, fsync);
  return {
    places,
    account,
    postgres: binaries.postgres,
    settings: { socket: socketFolder(places, account), fsync },
    passwords,
  };
}

const LEAVING = new Set(['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'ENOENT']);
const LEAVING_TRIES = 60;
const LEAVING_STEP_MS = 250;

const isLeaving = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && LEAVING.has(String(error.code));

/** The server at work on the cluster, or a new one. */
async function ensureServer({ places, account, postgres, settings }: Ground, log: Log): Promise<number> {
  const found = findPostmaster(places);
  if (found !== undefined && (await joinPostmaster(places, found))) {
    log.info(`taking over the database left running by an earlier start (process ${found})`);
    return found;
  }
  return startPostmaster(places, account, postgres, settings);
}

/**
 * Starts the embedded PostgreSQL: made at the first start, taken over where a killed program left it running, started
 * again when it dies. Throws FolderInUse when another program works on the folder, WrongOwner when its files are another user's.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  fsync = true,
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  checkReach(dataDir, ['database']);
  const { starting } = placesIn(dataDir);
  let pid = 0;
  let stopping = false;
  let recovering: Promise<void> = Promise.resolve();

  const begin = () =>
    oneStartAtATime(starting, async () => {
      const ground = await layGround(dataDir, fsync);
      const guard = await reach(ground);
      await makeDatabase(guard, ground.passwords).catch(async (error: unknown) => {
        // Left open it would keep our own next try out, as if somebody else were at work on the folder.
        await guard.end().catch(() => {});
        throw error;
      });
      return { ground, guard };
    });

  async function reach(ground: Ground): Promise<pg.Client> {
    for (let attempt = 1; ; attempt += 1) {
      pid = await ensureServer(ground, log);
      try {
        return await takeGuard(dataDir, ground.settings.socket, ground.passwords);
      } catch (error) {
        // Found at work, but about to stop: a program that is being replaced takes its database along.
        if (!isLeaving(error) || attempt === LEAVING_TRIES) throw error;
        await wait(LEAVING_STEP_MS);
      }
    }
  }

  function watch(guard: pg.Client): pg.Client {
    guard.once('end', () => {
      if (!stopping) recovering = recover();
    });
    return guard;
  }

  async function recover(): Promise<void> {
    log.warn('the connection to the embedded database was lost; starting it again');
    for (let attempt = 1; !stopping; attempt += 1) {
      try {
        holding = watch((await begin()).guard);
        log.info('the embedded database is back');
        return;
      } catch (error) {
        log.error(
          `the embedded database does not come back: ${error instanceof Error ? error.message : String(error)}`,
        );
        // Somebody else took the folder: theirs now, and never to be stopped by us.
        if (error instanceof FolderInUse) stopping = true;
        await wait(Math.min(attempt * 500, 10_000));
      }
    }
  }

  const { ground, guard } = await begin();
  let holding = watch(guard);

  return {
    url: urlFor(ground.settings.socket, ground.passwords),
    pid: () => pid,
    async stop() {
      if (stopping) return;
      stopping = true;
      await recovering;
      await holding.end().catch(() => {});
      await stopPostmaster(pid);
    },
  };
}
