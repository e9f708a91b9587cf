// The changed areas, largest first, each with the pins near it.
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import type { ReactNode } from 'react';
import type { Changes } from '../../../shared/site/use-changes.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { SuccessIcon } from '../../../ui/icons.tsx';
import { Box, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { PinLinks } from '../revisions/pin-links.tsx';

export type ChangeListProps = {
  projectId: string;
  changes: Changes;
  near: readonly (readonly PinInContext[])[];
  categories: ReadonlyMap<string, CategoryRow>;
  /** Names the pins that the newer sheet does not show. */
  outside: ReactNode;
  chosen: number | undefined;
  onChoose: (index: number) => void;
};

export function ChangeList({ projectId, changes, near, categories, outside, chosen, onChoose }: ChangeListProps) {
  const t = useT();
  if (changes.state === 'looking') {
    return (
      <Row gap={3} pad={4} ink={2} role="status">
        <Spinner />
        <span>{t('revisions.looking')}</span>
      </Row>
    );
  }
  if (changes.state === 'failed') {
    return (
      <Stack pad={4} ink={2}>
        <Notice kind="offline">{t('revisions.changesOffline')}</Notice>
        {outside}
      </Stack>
    );
  }
  const { areas } = changes;
  if (areas.length === 0)
    return (
      <Stack pad={4}>
        <EmptyState icon={SuccessIcon} title={t('revisions.noChanges')} />
        {outside}
      </Stack>
    );
  const touched = new Set(near.flatMap((pins) => pins.map(({ pin }) => pin.id))).size;
  return (
    <Stack column flat fill>
      <Text as="header" pad="3 4" line="below">
        <Text as="h2" size="l" weight="strong">
          {t('revisions.changesCount', { count: areas.length })}
        </Text>
        <Text as="p" size="s" ink={2}>
          {t('revisions.pinsTouched', { count: touched })}
        </Text>
      </Text>
      <Box pad="0 4">{outside}</Box>
      <ol className="change-list">
        {areas.map((area, index) => (
          <Text as="li" line="below" key={`${area.x}/${area.y}`} data-chosen={index === chosen ? '' : undefined}>
            <button
              type="button"
              className="change-row ui-pressable"
              aria-pressed={index === chosen}
              onClick={() => onChoose(index)}
            >
              <Text ink={3} figures>
                {index + 1}
              </Text>
              <span className="change-kind" data-kind={area.kind}>
                {t(`revisions.kind.${area.kind}`)}
              </span>
              <Text size="s" ink={2}>
                {(near[index]?.length ?? 0) > 0 ? t('revisions.pinsNear', { count: near[index]?.length ?? 0 }) : ''}
              </Text>
            </button>
            {(near[index]?.length ?? 0) > 0 && (
              <PinLinks
                projectId={projectId}
                pins={near[index]?.slice(0, 6).map(({ pin }) => pin) ?? []}
                categories={categories}
              />
            )}
          </Text>
        ))}
      </ol>
    </Stack>
  );
}
