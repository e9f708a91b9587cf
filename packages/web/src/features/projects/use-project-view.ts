// How the user likes the list of projects on this device: its view, order and which projects.
import { PROJECT_SORTS } from '@plumbline/core/features/projects/contract';
import { useState } from 'react';

const KEY = 'plumbline.projectList';

const VIEWS = ['tiles', 'list'] as const;
const WHOSE = ['mine', 'other'] as const;

export type ProjectView = {
  view: (typeof VIEWS)[number];
  sort: (typeof PROJECT_SORTS)[number];
  whose: (typeof WHOSE)[number];
  state: 'active' | 'inactive';
  reverse: boolean;
};

const FIRST: ProjectView = { view: 'tiles', sort: 'lastModified', whose: 'mine', state: 'active', reverse: false };

/** The stored choice where it is one of today's. */
function among<T>(choices: readonly T[], stored: unknown, first: T): T {
  return choices.find((choice) => choice === stored) ?? first;
}

function read(): ProjectView {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    return {
      view: among(VIEWS, stored.view, FIRST.view),
      sort: among(PROJECT_SORTS, stored.sort, FIRST.sort),
      whose: among(WHOSE, stored.whose, FIRST.whose),
      // What is put away is looked for, not lived in.
      state: 'active',
      reverse: stored.reverse === true,
    };
  } catch {
    return FIRST;
  }
}

export function useProjectView(): [ProjectView, (change: Partial<ProjectView>) => void] {
  const [view, setView] = useState(read);
  const change = (part: Partial<ProjectView>) => {
    const next = { ...view, ...part };
    localStorage.setItem(KEY, JSON.stringify(next));
    setView(next);
  };
  return [view, change];
}
