// How many there are, in words; and that more is coming while the project is read for the first time.
import { useIsPart } from '../../local/use-rows.ts';
import { useT } from '../../ui/translation.tsx';

export type SoFarProps = {
  projectId: string;
  /** Undefined while nobody knows. */
  count: number | undefined;
  /** The count in words. */
  children: string;
};

export function SoFar({ projectId, count, children }: SoFarProps) {
  const t = useT();
  const isPart = useIsPart(projectId);
  if (count === undefined) return '\u00a0';
  if (!isPart) return children;
  // None so far is not none.
  return `${count === 0 ? '' : `${children} · `}${t('plan.loadingProject')} …`;
}
