// What the list of projects shows and in which order: as its address tells it, else as the user liked it last on this device.
import { PROJECT_SORTS } from '@plumbline/core/features/projects/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import {
  among,
  type ProjectView,
  readProjectView,
  type ShownProjects,
  VIEWS,
  WHOSE,
  withProjectView,
} from './project-view.ts';

const KEY = 'plumbline.projectList';

/** What is put away is looked for, not lived in. */
const FIRST: ProjectView = { view: 'tiles', sort: 'lastModified', whose: 'mine', state: 'active', reverse: false };

function readLiked(): ProjectView {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    return {
      view: among(VIEWS, stored.view) ?? FIRST.view,
      sort: among(PROJECT_SORTS, stored.sort) ?? FIRST.sort,
      whose: among(WHOSE, stored.whose) ?? FIRST.whose,
      state: FIRST.state,
      reverse: stored.reverse === true,
    };
  } catch {
    return FIRST;
  }
}

/** What is chosen is liked from then on, also in other folders. */
export function useProjectView(): [ShownProjects, (change: Partial<ShownProjects>) => void] {
  const navigate = useNavigate();
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const [liked, setLiked] = useState(readLiked);
  const shown = useMemo(() => ({ ...liked, ...readProjectView(address) }), [liked, address]);
  // What a link showed goes on being shown where the next address does not tell, e.g. in a folder.
  useEffect(() => {
    const { search: _search, ...told } = readProjectView(address);
    if (Object.keys(told).length > 0) setLiked((before) => ({ ...before, ...told }));
  }, [address]);
  const change = (part: Partial<ShownProjects>) => {
    const { search: _search, ...view } = { ...shown, ...part };
    localStorage.setItem(KEY, JSON.stringify(view));
    setLiked(view);
    void navigate({ to: '.', search: withProjectView(address, part) as never, replace: true });
  };
  return [shown, change];
}
