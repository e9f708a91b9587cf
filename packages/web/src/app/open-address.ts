// Follows links within the app.
import { router } from './router.tsx';

/** A task, or a pin in the list of its project. */
const OF_ISSUE = /\/tasks\?task=|\/pins\/list\/-\//u;

/**
 * Opens an address of the app. A task or pin opens beside the list that is open; opened anywhere else, its address shows
 * the tasks or pins of its project.
 */
export async function openAddress(href: string): Promise<void> {
  const beside = OF_ISSUE.test(href) ? await import('./open-beside.ts').catch(() => undefined) : undefined;
  if (!beside?.openBeside(href)) router.history.push(href);
}
