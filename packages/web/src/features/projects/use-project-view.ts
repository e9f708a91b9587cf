// Filter and order of the project list: from the URL, otherwise as last chosen on this device.
import { PROJECT_SORTS } from '@plumbline/core/features/projects/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { keep } from '../../ui/keep.ts';
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

/** Inactive projects are looked up occasionally, so that filter is not remembered. */
const DEFAULT_VIEW: ProjectView = {
  view: 'tiles',
  sort: 'lastModified',
  whose: 'mine',
  state: 'active',
  reverse: false,
};

function readLiked(): ProjectView {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    return {
      view: among(VIEWS, stored.view) ?? DEFAULT_VIEW.view,
      sort: among(PROJECT_SORTS, stored.sort) ?? DEFAULT_VIEW.sort,
      whose: among(WHOSE, stored.whose) ?? DEFAULT_VIEW.whose,
      state: DEFAULT_VIEW.state,
      reverse: stored.reverse === true,
    };
  } catch {
    return DEFAULT_VIEW;
  }
}

/** A choice becomes the preference, also for other folders. */
export function useProjectView(): [ShownProjects, (change: Partial<ShownProjects>) => void] {
  const navigate = useNavigate();
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const [liked, setLiked] = useState(readLiked);
  const shown = useMemo(() => ({ ...liked, ...readProjectView(address) }), [liked, address]);
  // What a link showed still applies where the next URL leaves it out, e.g. in a folder.
  useEffect(() => {
    const { search: _search, ...reported } = readProjectView(address);
    if (Object.keys(reported).length > 0) setLiked((before) => ({ ...before, ...reported }));
  }, [address]);
  const change = (part: Partial<ShownProjects>) => {
    const { search: _search, ...view } = { ...shown, ...part };
    keep(KEY, JSON.stringify(view));
    setLiked(view);
    void navigate({ to: '.', search: withProjectView(address, part) as never, replace: true });
  };
  return [shown, change];
}
