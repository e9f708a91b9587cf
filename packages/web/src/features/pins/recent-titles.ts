// Titles recently used in this project, as suggestions for a new pin.
import { useMemo } from 'react';
import { useRowsBy } from '../../local/use-rows.ts';
import { useUser } from '../../shared/session/session.tsx';

const MAX_SUGGESTIONS = 5;

/** The user's own first, then those of others; each once, newest first. Empty unless `wanted`. */
export function useRecentTitles(projectId: string, wanted: boolean): readonly string[] {
  const { userId } = useUser();
  const pins = useRowsBy('pin', 'projectId', wanted ? projectId : null);
  return useMemo(() => {
    const titled = (pins ?? [])
      .filter((pin) => pin.title !== '')
      .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    const own = titled.filter((pin) => pin.createdBy === userId);
    return [...new Set([...own, ...titled].map((pin) => pin.title))].slice(0, MAX_SUGGESTIONS);
  }, [pins, userId]);
}
