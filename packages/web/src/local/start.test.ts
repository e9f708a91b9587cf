import type { Entity } from '@plumbline/core/site/entities';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentLocal } from './local.ts';
import { startEarly, startLocal, stopLocal } from './start.ts';

const SESSION = { userId: 'anna', organisationId: 'firm' };
const opened: string[] = [];
const read: string[] = [];
let problem: Error | undefined;
let ready = () => {};

/** A database whose project is ready, and whose rows are there, when the test says so. */
class Database {
  #listeners = new Set<() => void>();
  #state = 'loading';
  rows = {
    query: (entity: Entity, field: string, value: string) => ({
      soFar: () => (this.#state === 'ready' ? [] : undefined),
      subscribe: (listener: () => void) => {
        read.push(`${entity} ${field} ${value}`);
        return this.subscribe(listener);
      },
    }),
  };
  static async open() {
    opened.push('database');
    if (problem) throw problem;
    return new Database();
  }
  constructor() {
    ready = () => {
      this.#state = 'ready';
      for (const listener of [...this.#listeners]) listener();
    };
  }
  open = (projectId: string) => {
    opened.push(projectId);
    return () => undefined;
  };
  project = () => ({ state: this.#state });
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  stop = async () => undefined;
}

vi.mock('./device-local.ts', () => ({ DeviceLocal: Database }));

beforeEach(() => {
  opened.length = 0;
  read.length = 0;
  problem = undefined;
});

afterEach(() => stopLocal({ wipe: false }));

test('the database opened before the first screen is that of the session, and opened once', async () => {
  const early = startEarly(SESSION, undefined);
  await Promise.all([early, startLocal(SESSION)]);
  expect(opened).toEqual(['database']);
  expect(currentLocal()).toBeDefined();
});

test('a database that could not be opened is opened again by the next call', async () => {
  problem = new Error('no key');
  await expect(startEarly(SESSION, 'tower')).rejects.toThrow('no key');
  problem = undefined;
  await startLocal(SESSION);
  expect(opened).toEqual(['database', 'database']);
});

test('a project is read before its screen, with the rows that the screen lists', async () => {
  let isRead = false;
  const early = startEarly(SESSION, 'tower', ['task']).then(() => {
    isRead = true;
  });
  await expect.poll(() => read).toContain('task projectId tower');
  expect(opened).toEqual(['database', 'tower']);
  expect(read).toEqual(expect.arrayContaining(['project id tower', 'member userId anna', 'plan projectId tower']));
  expect(isRead).toBe(false);
  ready();
  await early;
  expect(isRead).toBe(true);
});
