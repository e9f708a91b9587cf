// How many journeys go side by side: they wait for what they see half of the time. Each lane has an installation of its own.
import { availableParallelism } from 'node:os';

/** One where somebody names the installation to walk through. */
export const LANES = process.env.PLUMBLINE_URL === undefined ? Math.min(2, availableParallelism()) : 1;
