// What has changed on a revised sheet: each area with the pins it touches, linked to their place on the plan.
import type { SetPage } from '@plumbline/core/features/imports/set-contract';
import { pinsNear } from '@plumbline/core/features/plans/changes';
import { listRevisions } from '@plumbline/core/features/plans/contract';
import { firstOf } from '@plumbline/core/features/plans/revision-rules';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callAll } from '../../../api/client.ts';
import { useRowsBy } from '../../../local/use-rows.ts';
import { planAddress } from '../../../shared/navigation/addresses.ts';
import { useJoinedPins } from '../../../shared/site/pins/use-pins.ts';
import { useChanges } from '../../../shared/site/use-changes.ts';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { areaAddress } from './area-address.ts';

/** File links expire after minutes. */
const LINK_LIFETIME_MS = 2 * 60_000;
/** Areas are sorted by size: the rest is in the comparison. */
const MAX_LISTED = 12;

export function SheetChanges({ projectId, page }: { projectId: string; page: SetPage }) {
  const revisions = useRowsBy('revision', 'planId', page.planId);
  const older = revisions?.find(({ id }) => id === page.previousRevisionId);
  const newer = revisions?.find(({ id }) => id === page.revisionId);
  if (!older || !newer) return null;
  const space = firstOf(revisions ?? []) ?? older;
  return <Changes projectId={projectId} older={older} newer={newer} ratio={space.heightPt / space.widthPt} />;
}

type ChangesProps = { projectId: string; older: RevisionRow; newer: RevisionRow; ratio: number };

function Changes({ projectId, older, newer, ratio }: ChangesProps) {
  const t = useT();
  const { planId } = newer;
  const { data } = useQuery({
    queryKey: ['revisions', projectId, planId, newer.id],
    queryFn: ({ signal }) =>
      callAll(listRevisions, { params: { projectId, planId }, query: { size: 200 } }, { signal }),
    staleTime: LINK_LIFETIME_MS,
  });
  const files = useMemo(() => new Map((data ?? []).map((entry) => [entry.id, entry])), [data]);
  const changes = useChanges(older, newer, files);
  const joined = useJoinedPins(projectId, planId) ?? [];
  if (changes.state !== 'found') {
    return (
      <Text as="p" size="s" ink={2} role="status">
        {t(changes.state === 'looking' ? 'revisions.looking' : 'revisions.changesOffline')}
      </Text>
    );
  }
  const pins = joined.map(({ pin }) => pin);
  const areas = changes.areas.map((area) => ({ area, near: pinsNear(area, pins, ratio) }));
  const touched = new Set(areas.flatMap(({ near }) => near.map(({ id }) => id))).size;
  if (areas.length === 0) {
    return (
      <Text as="p" size="s" ink={2}>
        {t('revisions.noChanges')}
      </Text>
    );
  }
  return (
    <Stack gap={1} pad="0 0 0 3" touch>
      <Text as="p" size="s" ink={2}>
        {[
          t('revisions.changesCount', { count: areas.length }),
          ...(touched > 0 ? [t('revisions.pinsTouched', { count: touched })] : []),
        ].join(' · ')}
      </Text>
      <Stack as="ol" gap={1}>
        {areas.slice(0, MAX_LISTED).map(({ area, near }, index) => (
          <Row as="li" key={`${area.x}/${area.y}`} gap={2} wrap>
            <a href={areaAddress(projectId, newer, area)}>
              {index + 1}. {t(`revisions.kind.${area.kind}`)}
            </a>
            {near.map((pin) => (
              <a key={pin.id} href={planAddress({ projectId, planId, viewType: 'split', pinId: pin.id })}>
                {[pin.number === null ? t('pin.unnumbered') : t('pin.numbered', { number: pin.number }), pin.title]
                  .filter(Boolean)
                  .join(' ')}
              </a>
            ))}
          </Row>
        ))}
      </Stack>
    </Stack>
  );
}
