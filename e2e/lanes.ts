// Assigns the journeys to lanes. Each lane has one program, one browser and one worker; a file always runs in the same
// lane and order.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Balanced by duration. A new journey goes into the shorter lane. */
const LANES: readonly (readonly string[])[] = [
  [
    'accessibility/content',
    'accessibility/overlays',
    'accessibility/public',
    'account',
    'bim',
    'dashboard',
    'datasets',
    'errors',
    'groups',
    'local-store',
    'maps',
    'people',
    'people-import',
    'sealed-store',
    'session',
    'sso',
    'task-round',
    'together',
    'version',
  ],
  [
    'accessibility/management',
    'accessibility/organisation',
    'accessibility/plans',
    'empty-project',
    'fields',
    'licence',
    'main-job',
    'media',
    'phone',
    'plan-view',
    'projects',
    'push',
    'reports',
    'revisions',
    'rights',
    'sheet-turns',
    'shell',
    'tasks-board',
  ],
];

function laneOf({ moduleId }: TestSpecification): number {
  const name = path.relative(import.meta.dirname, moduleId).replace('.test.ts', '');
  const lane = LANES.findIndex((names) => names.includes(name));
  if (lane === -1) throw new Error(`the journey ${name} has no lane: add it to e2e/lanes.ts`);
  return lane;
}

const isJourney = ({ project }: TestSpecification): boolean => project.name === 'e2e';
const byName = (one: TestSpecification, other: TestSpecification): number => one.moduleId.localeCompare(other.moduleId);

/** Runs a lane's journeys in the shard of that lane, in a fixed order regardless of earlier durations. */
export class JourneysInLanes extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config;
    const others = files.filter((file) => !isJourney(file));
    const journeys = files.filter(
      (file) => isJourney(file) && laneOf(file) % (shard?.count ?? 1) === (shard?.index ?? 1) - 1,
    );
    return others.length === 0 ? journeys : [...(await super.shard(others)), ...journeys];
  }

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter((one) => !isJourney(one)), ...sorted.filter(isJourney).sort(byName)];
  }
}
