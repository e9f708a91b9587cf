// Shows one schedule step by step: node packages/testkit/src/simulator/run/replay.ts <seed> [<events>] [<flaw>]
import { FLAWS, type Flaw } from '../flaws.ts';
import { EVENTS, runSchedule } from '../world.ts';

const [seed, events = EVENTS, wanted] = process.argv.slice(2);
const flaws: Flaw[] = FLAWS.filter((flaw) => flaw === wanted);
const outcome = await runSchedule({ seed: Number(seed), events: Number(events), flaws, trace: console.info });
console.info(outcome);
