// Journeys run in lanes: each lane has its own program, browser and worker. The lanes take the journeys from one queue,
// the longest first, so that all lanes end at about the same time.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A journey waits half of the time, for the program, the network or a clock: three lanes keep two processors busy. */
export const LANES = availableParallelism() > 1 ? 3 : 1;

/** The journeys that take longer than 20 seconds, the longest first. */
const LONGEST_FIRST: readonly string[] = [
  'session',
  'shell',
  'version',
  'accessibility/organisation',
  'local-store',
  'plan-view',
  'projects',
  'media',
  'accessibility/content',
  'people',
  'archives',
  'fields',
  'offline-plan',
  'accessibility/plans',
  'tasks-board',
  'push',
  'phone',
  'saved-views',
  'permissions',
  'accessibility/management',
  'my-work',
  'sso',
  'account',
  'revisions',
  'download-kills',
  'plan-sets',
  'offline-walk',
  'sync-status',
  'reports',
  'maps',
  'main-job',
  'pin-panel',
  'errors',
  'groups',
];

/** Takes half of the time of its phase. Started by its name, it would run alone at the end. */
const LONGEST_PROCESS_TEST = 'packages/testkit/src/program/administration.test.ts';

const isJourney = ({ project }: TestSpecification): boolean => project.name === 'e2e';

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST_FIRST.indexOf(path.relative(import.meta.dirname, moduleId).replace('.test.ts', ''));
  return rank === -1 ? LONGEST_FIRST.length : rank;
}

/** The order does not depend on how long journeys took in earlier runs. */
export class LongestJourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const journeys = sorted.filter(isJourney);
    const others = sorted.filter((file) => !isJourney(file));
    const isLongest = ({ moduleId }: TestSpecification) => Number(moduleId.endsWith(LONGEST_PROCESS_TEST));
    return [
      ...others.sort((a, b) => isLongest(b) - isLongest(a)),
      ...journeys.sort((a, b) => rankOf(a) - rankOf(b) || a.moduleId.localeCompare(b.moduleId)),
    ];
  }
}
