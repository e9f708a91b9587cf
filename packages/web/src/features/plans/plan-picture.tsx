// The preview of a plan on white paper, or a placeholder.
import type { PlanEntry } from '@plumbline/core/features/plans/contract';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { useBlobUrl, useRow } from '../../local/use-rows.ts';
import { FolderIcon, IconMark, PlanIcon } from '../../ui/icons.tsx';
import { Image } from '../../ui/marks/image.tsx';
import { useT } from '../../ui/translation.tsx';
import './list/plan-cards.css';

export type PlanPictureProps = { row: PlanRow; entry: PlanEntry | undefined; size: 'thumb' | 'preview' };

export function PlanPicture({ row, entry, size }: PlanPictureProps) {
  const t = useT();
  const revision = entry?.currentRevision;
  // Offline, the list of plans has no links.
  const known = useRow('revision', revision ? null : row.currentRevisionId);
  const here = useBlobUrl(size === 'thumb' ? known?.thumbBlobId : known?.previewBlobId);
  const linked = revision ? [size === 'thumb' ? revision.thumb : revision.preview, revision.thumb] : [];
  const sources = here ? [here] : linked;
  if (row.type === 'Folder') {
    return (
      <span className="plan-picture" data-kind="folder" aria-hidden="true">
        <IconMark icon={FolderIcon} />
      </span>
    );
  }
  if (sources.length === 0) {
    return (
      <span className="plan-picture" data-kind="none" aria-hidden="true">
        <IconMark icon={PlanIcon} />
      </span>
    );
  }
  return (
    <span className="plan-picture" data-kind="plan">
      <Image sources={[...new Set(sources)]} alt={t('plan.picture', { name: row.name })} fit="contain" />
    </span>
  );
}
