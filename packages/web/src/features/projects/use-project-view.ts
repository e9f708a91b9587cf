// How the user likes the list of projects on this device: its view, order and which projects.
import { PROJECT_SORTS } from '@plumbline/core/features/projects/contract';
import { useState } from 'react';
import { z } from 'zod';

const KEY = 'plumbline.projectList';

/** The organisation is always the same here, so it orders nothing. */
export const SORTS = PROJECT_SORTS.filter((sort) => sort !== 'organisationName');

const stored = z.object({
  view: z.enum(['tiles', 'list']).catch('tiles'),
  sort: z.enum(PROJECT_SORTS).catch('lastModified'),
  reverse: z.boolean().catch(false),
  whose: z.enum(['mine', 'other']).catch('mine'),
  state: z.enum(['active', 'inactive']).catch('active'),
});
export type ProjectView = z.infer<typeof stored>;

function read(): ProjectView {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return stored.parse({});
  }
}

export function useProjectView(): [ProjectView, (change: Partial<ProjectView>) => void] {
  const [view, setView] = useState(read);
  const change = (part: Partial<ProjectView>) => {
    const next = { ...view, ...part };
    // What is put away is looked for, not lived in.
    localStorage.setItem(KEY, JSON.stringify({ ...next, state: 'active' }));
    setView(next);
  };
  return [view, change];
}
