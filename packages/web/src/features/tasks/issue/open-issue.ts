// The task or pin that is open beside a list: its own address, and the query of the list's screen that stands for it.
import { isId, type PinsRoute, pinsAddress, readPinsRoute } from '../../../shared/navigation/addresses.ts';

type OpenTask = { project: string; task: string };
/** `option`: what is open on top of the pin. */
type OpenPin = { project: string; pin: string; tab?: PinsRoute['tab']; option?: PinsRoute['option'] };
export type OpenIssue = OpenTask | OpenPin;

const TASK_ADDRESS = /^\/project\/([^/]+)\/tasks\?task=([^&#]+)$/u;
const PIN_ADDRESS = /^\/project\/([^/]+)\/pins\/list\/-\/([^/?#]+)(?:\/([^/?#]+))?(?:\/([^/?#]+))?$/u;

/** Undefined for every other address, that of a filtered list or of a pin on its plan included. */
export function issueAt(href: string): OpenIssue | undefined {
  const [, taskProject, task] = TASK_ADDRESS.exec(href) ?? [];
  if (task) return openIssueIn({ project: taskProject, task });
  const [, project, pin, tab, option] = PIN_ADDRESS.exec(href) ?? [];
  return openIssueIn({ project, pin, tab, option });
}

/** The address of the issue, in parts: `issueAt` reads it. */
export const addressOf = (issue: OpenIssue): { to: string; search: Record<string, string> } =>
  'task' in issue
    ? { to: `/project/${issue.project}/tasks`, search: { task: issue.task } }
    : { to: pinsAddress({ ...issue, projectId: issue.project, viewType: 'list', pinId: issue.pin }), search: {} };

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Inverse of the query that `besideQuery` returns. */
export function openIssueIn(search: Readonly<Record<string, unknown>>): OpenIssue | undefined {
  const [project, task, pin] = [text(search.project), text(search.task), text(search.pin)];
  if (!project || !isId(project)) return undefined;
  if (task && isId(task)) return { project, task };
  if (!pin || !isId(pin)) return undefined;
  const { tab, option } = readPinsRoute({ tab: text(search.tab), pinOption: text(search.option) });
  return { project, pin, ...(tab && { tab }), ...(option && { option }) };
}

/** The query of a screen with this issue open beside its list, or with none. */
export function besideQuery(search: Readonly<Record<string, unknown>>, issue?: OpenIssue): Record<string, unknown> {
  const { project: _project, task: _task, pin: _pin, tab: _tab, option: _option, ...list } = search;
  return { ...list, ...issue };
}
