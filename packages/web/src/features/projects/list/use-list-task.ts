// The dialog that is open over the project list, from the URL: opened by navigating to it, closed by going back.
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import {
  idsOf,
  isId,
  type ProjectsTask,
  projectsAddress,
  projectsTaskAddress,
} from '../../../shared/navigation/addresses.ts';
import { keepingView } from '../project-view.ts';

export type ListTask =
  | { opens: 'newFolder'; parentId: string | null }
  | { opens: 'rename'; folderId: string }
  | { opens: 'copy'; projectId: string }
  | { opens: 'importStatus' }
  | { opens: 'move'; projects: readonly string[]; folders: readonly string[] };

/** Parses `/project/newfolder/x` and similar paths; undefined for the plain list. */
function taskAt(path: string, search: Record<string, unknown>): ListTask | undefined {
  const [, first, second, third] = path.split('/');
  if (first !== 'project') return undefined;
  if (second === 'newfolder') return { opens: 'newFolder', parentId: isId(third) ? (third ?? null) : null };
  if (second === 'rename') return { opens: 'rename', folderId: third ?? '' };
  if (second === 'importStatus') return { opens: 'importStatus' };
  if (second === 'move') return { opens: 'move', projects: idsOf(search.projects), folders: idsOf(search.folders) };
  if (third === 'copy') return { opens: 'copy', projectId: second ?? '' };
  return undefined;
}

/** Marks a history entry that was opened from the list, so that closing the dialog goes back. */
type State = { fromList?: boolean };

export function useListTask(folder: string | null) {
  const router = useRouter();
  const go = useNavigate();
  const location = useRouterState({ select: (state) => state.location });
  const address = location.search as Record<string, unknown>;
  const task = taskAt(location.pathname, address);
  const open = (next: ProjectsTask) => {
    void go({ href: keepingView(projectsTaskAddress(next), address), state: { fromList: true } as object });
  };
  const close = () => {
    if (task === undefined) return;
    // What was entered has been saved, or the user has confirmed that it is discarded.
    if ((location.state as State).fromList) router.history.back({ ignoreBlocker: true });
    else
      router.history.replace(
        keepingView(projectsAddress(task.opens === 'newFolder' ? task.parentId : folder), address),
      );
  };
  return { task, open, close };
}
