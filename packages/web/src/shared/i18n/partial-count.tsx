// A count in words, marked as incomplete while the project is being read for the first time.
import { useIsPartial, useProject } from '../../local/use-rows.ts';
import { useT } from '../../ui/translation.tsx';

export type PartialCountProps = {
  projectId: string;
  /** Undefined while unknown. */
  count: number | undefined;
  /** The count in words. */
  children: string;
};

export function PartialCount({ projectId, count, children }: PartialCountProps) {
  const t = useT();
  const isPart = useIsPartial(projectId);
  const project = useProject(projectId);
  if (count === undefined) return '\u00a0';
  if (!isPart) return children;
  // A count of zero while loading is not shown as zero.
  // Not 100 % before everything is there.
  const share = project.state === 'loading' && project.share !== undefined ? Math.min(0.99, project.share) : undefined;
  const progress = share === undefined ? '' : ` ${t.number(share, { style: 'percent', roundingMode: 'floor' })}`;
  return `${count === 0 ? '' : `${children} · `}${t('plan.loadingProject')} …${progress}`;
}
