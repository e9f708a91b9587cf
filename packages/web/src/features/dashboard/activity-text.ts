// Text of an activity entry. Pure.

import type { ActivityKind } from '@plumbline/core/features/dashboard/activity';
import type { ActivityEntry } from '@plumbline/core/features/dashboard/contract';
import type { Translator } from '@plumbline/locales/translate';
import {
  AttachmentIcon,
  CheckIcon,
  CommentIcon,
  DrawIcon,
  EditIcon,
  HideIcon,
  type Icon,
  MicrophoneIcon,
  MovePinIcon,
  NewPinIcon,
  PhotoIcon,
  PlanIcon,
  RestoreIcon,
  SettingsIcon,
  TaskIcon,
  TeamIcon,
  VideoIcon,
} from '../../ui/icons.tsx';

const ICONS: Partial<Record<ActivityKind, Icon>> = {
  pinSet: NewPinIcon,
  pinClosed: CheckIcon,
  pinReopened: RestoreIcon,
  pinInactive: HideIcon,
  pinMoved: MovePinIcon,
  taskGiven: TaskIcon,
  taskStatus: TaskIcon,
  taskHanded: TaskIcon,
  taskDue: TaskIcon,
  photos: PhotoIcon,
  sketch: DrawIcon,
  film: VideoIcon,
  recording: MicrophoneIcon,
  files: AttachmentIcon,
  mediaInactive: HideIcon,
  comment: CommentIcon,
  commentEdited: CommentIcon,
  planAdded: PlanIcon,
  folderAdded: PlanIcon,
  planInactive: HideIcon,
  revisionAdded: PlanIcon,
  memberJoined: TeamIcon,
  memberLeft: TeamIcon,
  memberChanged: TeamIcon,
  teamMade: TeamIcon,
  teamChanged: TeamIcon,
  projectMade: SettingsIcon,
  projectChanged: SettingsIcon,
};

export const iconOf = (kind: ActivityKind): Icon => ICONS[kind] ?? EditIcon;

const statusWord = (t: Translator, status: string | null): string => {
  const key = `task.status.${status}`;
  return t.has(key) ? t(key) : (status ?? '');
};

/** The sentence for an entry; the pin it refers to is rendered after it. */
export function activityText(t: Translator, { kind, actorName, task, text, from, to, files }: ActivityEntry): string {
  const name = actorName || t('dashboard.program');
  const number = task?.number ?? 0;
  if (kind === 'taskStatus')
    return t('dashboard.event.taskStatus', { name, number, from: statusWord(t, from), to: statusWord(t, to) });
  if (kind === 'taskDue')
    return to === null
      ? t('dashboard.event.taskDueNone', { name, number })
      : t('dashboard.event.taskDue', { name, number, to: t.date(to, 'medium') });
  return t(`dashboard.event.${kind}`, { name, number, text, version: to ?? '', count: files.length });
}
