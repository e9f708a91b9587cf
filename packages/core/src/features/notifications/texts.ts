// The text of a notification and its link: shared by the app and emails.
import type { Notification } from './contract.ts';

/** Returns a text of the catalog. */
export type TranslateKey = (key: string, params?: Readonly<Record<string, string | number>>) => string;

type DescribedNotification = Pick<Notification, 'kind' | 'actorName' | 'detail' | 'projectTitle'>;

/** One sentence. `day` formats a local day in the reader's language. */
export function notificationWords(
  reported: DescribedNotification,
  say: TranslateKey,
  day: (value: string) => string,
): string {
  const { kind, detail } = reported;
  const name = reported.actorName || say('notification.someone');
  const number = detail.number ?? undefined;
  const title = detail.title || say(detail.taskId === undefined ? 'pin.untitled' : 'task.untitled');
  const what = number === undefined ? title : `#${number} ${title}`;
  if (kind === 'taskStatus') {
    return say('notification.text.taskStatus', { name, what, status: say(`task.status.${detail.to ?? 'open'}`) });
  }
  if (kind === 'taskDue') {
    const to = detail.to;
    if (typeof to !== 'string') return say('notification.text.taskDueNone', { name, what });
    const later = typeof detail.from !== 'string' || to > detail.from;
    return say(later ? 'notification.text.taskDueLater' : 'notification.text.taskDueSooner', {
      name,
      what,
      day: day(to),
    });
  }
  if (kind === 'taskReminder') {
    // The server reminds before the due date, people afterwards.
    const by = reported.actorName === null ? 'taskReminder' : 'taskReminderBy';
    return say(`notification.text.${by}`, { name, what, day: day(detail.to ?? '') });
  }
  if (kind === 'importDone' && detail.count !== undefined) {
    return say('notification.text.plansRevised', { name, what: title, count: detail.count });
  }
  if (kind === 'reportFailed' && detail.problem !== undefined) {
    return `${say('notification.text.reportFailed', { name, what: title })}. ${say(problemText(detail.problem))}`;
  }
  if (kind === 'memberInvited') return say('notification.text.memberInvited', { name, project: reported.projectTitle });
  return say(`notification.text.${kind}`, {
    name,
    what: kind.startsWith('report') || kind.startsWith('import') ? title : what,
  });
}

/** Problems that a report has as well. */
const OF_REPORTS: ReadonlySet<string> = new Set(['template_invalid', 'converter_absent', 'internal']);

/** The text that explains why a saved report created no report. */
const problemText = (problem: string): string =>
  OF_REPORTS.has(problem) ? `report.problem.${problem}` : `report.saved.problem.${problem}`;

/** The path within the app. */
export function notificationPath({
  kind,
  projectId,
  detail,
}: Pick<Notification, 'kind' | 'projectId' | 'detail'>): string {
  const project = `/project/${projectId}`;
  if (kind === 'reportDone' || kind === 'reportFailed' || kind === 'reportUndelivered') return `${project}/reports`;
  if (detail.taskId !== undefined) return `${project}/tasks?task=${detail.taskId}`;
  if (detail.pinId === undefined) return project;
  return typeof detail.planId === 'string'
    ? `${project}/${detail.planId}/split/${detail.pinId}`
    : `${project}/pins/list/noPlan/${detail.pinId}`;
}
