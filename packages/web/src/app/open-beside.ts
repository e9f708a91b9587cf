// Opens a task or pin beside the list that is open. Loaded when the first one is opened.
import { addressOf, besideQuery, issueAt, type OpenIssue, openIssueIn } from '../features/tasks/issue/open-issue.ts';
import { HOME, pinsAddress, readPinsRoute } from '../shared/navigation/addresses.ts';
import { router } from './router.tsx';

/** Lists of several projects, which stay while one of their tasks is open beside them. */
const TASKS_BESIDE: readonly string[] = [HOME, '/notifications'];
/** The activity of a project, beside which its tasks and pins open. */
const ACTIVITY = /^\/project\/([^/]+)\/dashboard\/activity$/u;
const TASKS = /^\/project\/([^/]+)\/tasks(?:\/board|\/calendar)?$/u;
const PINS = /^\/project\/([^/]+)\/pins\/list(?:\/-|$)/u;

/** Opens the issue in the list that is open, filtered as it is; false where no list of its project is. */
function openInList(issue: OpenIssue): boolean {
  const { location, matches } = router.state;
  if ('task' in issue) {
    if (TASKS.exec(location.pathname)?.[1] !== issue.project) return false;
    void router.navigate({ to: location.pathname, search: { ...location.search, task: issue.task } });
    return true;
  }
  if (PINS.exec(location.pathname)?.[1] !== issue.project) return false;
  const { pin, tab, option } = issue;
  const list = readPinsRoute(matches.at(-1)?.params ?? {});
  router.history.push(pinsAddress({ ...list, pinId: pin, tab, option }) + location.searchStr);
  return true;
}

/** The browser shows the address of the issue, so that it can be copied; false where no list takes it. */
export function openBeside(href: string): boolean {
  const { pathname, search } = router.state.location;
  const issue = issueAt(href);
  if (!issue) return false;
  const isTaskBeside = 'task' in issue && TASKS_BESIDE.includes(pathname);
  if (!isTaskBeside && ACTIVITY.exec(pathname)?.[1] !== issue.project) return openInList(issue);
  void router.navigate({
    to: pathname,
    search: besideQuery(search, issue),
    mask: addressOf(issue),
    // One step back leads to the list, however many of its issues have been open.
    replace: openIssueIn(search) !== undefined,
  });
  return true;
}
