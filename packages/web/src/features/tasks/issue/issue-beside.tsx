// A task or a pin beside the list that it was opened from, over it where there is no room for both. The list stays as it
// is, and the project is read only as far as the issue needs it.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useDeferredValue } from 'react';
import type { PinOption, PinTab } from '../../../shared/navigation/addresses.ts';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import { later } from '../../../ui/later.tsx';
import { SplitPane } from '../../../ui/layout/split-pane.tsx';
import { HANDHELD, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { addressOf, besideQuery, type OpenIssue, openIssueIn } from './open-issue.ts';

const TaskPanel = later(() => import('../task-panel.tsx').then((its) => its.TaskPanel), <Waiting shape="panel" />);

export type PinBesideProps = {
  projectId: string;
  pinId: string;
  tab: PinTab;
  option: PinOption | undefined;
  onTab: (tab: PinTab, option?: PinOption) => void;
  onClose: () => void;
};

/** The issue that is open beside the list. */
export const useIssueBeside = (): OpenIssue | undefined => openIssueIn(useSearch({ strict: false }));

type IssueBesideProps = {
  /** Shows pins; omitted where the list opens only tasks. */
  PinPanel?: ComponentType<PinBesideProps> | undefined;
  children: ReactNode;
};

export function IssueBeside({ PinPanel, children }: IssueBesideProps) {
  const t = useT();
  const isOver = useMedia(HANDHELD);
  const router = useRouter();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  // What was pressed is marked before the issue is rendered.
  const text = useDeferredValue(JSON.stringify(openIssueIn(search)));
  const issue = text === undefined ? undefined : (JSON.parse(text) as OpenIssue);
  // Over the list, going back closes the issue. Beside it, that would also undo the scrolling of the list since then.
  const close = () =>
    isOver && router.latestLocation.maskedLocation
      ? router.history.back()
      : void navigate({ to: '.', search: besideQuery(search), replace: true });
  const show = (next: OpenIssue) =>
    void navigate({ to: '.', search: besideQuery(search, next), mask: addressOf(next), replace: true });
  const isShown = issue !== undefined && ('task' in issue || PinPanel !== undefined);
  return (
    <SplitPane
      storageKey="tasks"
      label={t('task.list')}
      side="end"
      initial={440}
      minSize={360}
      alone={isOver && 'over'}
      isOpen={isShown}
      aside={isShown && <IssuePanel {...{ issue, PinPanel }} onClose={close} onShow={show} />}
      onEscape={close}
    >
      {children}
    </SplitPane>
  );
}

type IssuePanelProps = Pick<IssueBesideProps, 'PinPanel'> & {
  issue: OpenIssue;
  onClose: () => void;
  onShow: (issue: OpenIssue) => void;
};

function IssuePanel({ issue, PinPanel, onClose, onShow }: IssuePanelProps) {
  const { project } = issue;
  if ('task' in issue) return <TaskPanel key={issue.task} projectId={project} taskId={issue.task} onClose={onClose} />;
  if (!PinPanel) return null;
  const { pin, tab = 'basic', option } = issue;
  const onTab = (next: PinTab, nextOption?: PinOption) =>
    onShow({ project, pin, ...(next !== 'basic' && { tab: next }), ...(nextOption && { option: nextOption }) });
  return <PinPanel key={pin} {...{ projectId: project, pinId: pin, tab, option, onTab, onClose }} />;
}
