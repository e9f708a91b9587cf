// Journeys run in lanes: each lane has its own program, browser and worker. The lanes take the journeys from one queue,
// the longest first, so that all lanes end at about the same time.
import { availableParallelism } from 'node:os';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A journey waits half of the time, for the program, the network or a clock: three lanes keep two processors busy. */
export const LANES = availableParallelism() > 1 ? 3 : 1;

/** The journeys that take longer than 15 seconds, the longest first. */
const LONGEST_FIRST: readonly string[] = [
  'accessibility/plans',
  'tasks-board',
  'session',
  'accessibility/organisation',
  'version',
  'shell',
  'projects',
  'accessibility/content',
  'archives',
  'offline-plan',
  'media',
  'push',
  'people',
  'plan-view',
  'accessibility/management',
  'phone',
  'account',
  'fields',
  'local-store',
  'sso',
  'plan-sets',
  'maps',
  'reports',
  'download-kills',
  'saved-views',
  'revisions',
  'my-work',
  'main-job',
  'report-sharing',
  'sync-status',
  'groups',
];

/**
 * The process tests that take longer than five seconds, the longest first. Started by its name or size, the longest would
 * run alone at the end.
 */
const LONGEST_PROCESS_TESTS: readonly string[] = [
  'launch/launch',
  'db/embedded',
  'rendering/isolated',
  'program/restore-until',
  'faults/blocked-shutdown',
  'faults/jobs-without-database',
  'program/administration',
  'faults/web-processes',
  'program/start',
  'faults/pin-import-restart',
  'program/slow-headers',
  'faults/stopping',
  'faults/set-restart',
  'faults/poison',
  'program/installation',
  'program/uploads',
  'faults/kill',
  'program/report-restart',
  'faults/archive-restart',
];

const isJourney = ({ project }: TestSpecification): boolean => project.name === 'e2e';

const rankIn = (list: readonly string[], { moduleId }: TestSpecification): number => {
  const name = moduleId.replace(/\.test\.m?[jt]s$/u, '');
  const rank = list.findIndex((one) => name.endsWith(`/${one}`));
  return rank === -1 ? list.length : rank;
};

const rankOf = (file: TestSpecification): number =>
  rankIn(isJourney(file) ? LONGEST_FIRST : LONGEST_PROCESS_TESTS, file);

/** The order does not depend on how long tests took in earlier runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const journeys = sorted.filter(isJourney).sort((a, b) => a.moduleId.localeCompare(b.moduleId));
    const others = sorted.filter((file) => !isJourney(file));
    return [...others, ...journeys].sort(
      (a, b) => Number(isJourney(a)) - Number(isJourney(b)) || rankOf(a) - rankOf(b),
    );
  }
}
