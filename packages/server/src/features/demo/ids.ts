// Ids of the demo's rows, derived from names: loading the demo again finds what is already there.
import { createHash } from 'node:crypto';

/** The UUID that belongs to a name. */
export function demoId(name: string): string {
  const hex = createHash('sha256').update(`plumbline demo ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const DEMO_ORGANISATION = demoId('organisation');
/** The project of a site of the demo. */
export const projectIdOf = (site: { key: string }): string => demoId(site.key);
/** The project of the first site. */
export const DEMO_PROJECT = projectIdOf({ key: 'project' });
export const planId = (key: string): string => demoId(`plan ${key}`);
export const pinId = (key: string): string => demoId(`pin ${key}`);
export const categoryId = (key: string): string => demoId(`category ${key}`);
export const datasetId = (key: string): string => demoId(`dataset of ${key}`);

/** A person of the demo as the author of a change. */
export const actorOf = (key: string) => ({ organisationId: DEMO_ORGANISATION, userId: demoId(key) });
