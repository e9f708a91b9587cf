// All properties of one model element.

import { getModelElement } from '@plumbline/core/features/models/contract';
import type { PackElement } from '@plumbline/core/features/models/pack';
import { inOneLine } from '@plumbline/locales/one-line';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';

export type ElementPropertiesProps = {
  projectId: string;
  modelId: string;
  element: PackElement | undefined;
  /** The element's number in the model. */
  number: number | undefined;
  storey: string;
  onClose: () => void;
};

export function ElementProperties({ projectId, modelId, element, number, storey, onClose }: ElementPropertiesProps) {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: ['modelElement', modelId, number],
    queryFn: ({ signal }) =>
      call(getModelElement, { params: { projectId, modelId, element: number ?? 0 } }, { signal }),
    enabled: number !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Stack as="section" column flat fill scroll pad="3 inset" aria-label={t('models.properties')}>
      <Row as="header" align="start" justify="between" className="model-element-head">
        <div>
          <Text as="h2" size="l" breaks>
            {element?.name || element?.type}
          </Text>
          <p>{inOneLine([element?.type, storey])}</p>
        </div>
        <IconButton icon={CloseIcon} label={t('ui.close')} onPress={onClose} />
      </Row>
      {error ? (
        <ErrorView failure={shownFailure(t, error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={6} />
      ) : (
        <div>
          {[...data.sets, { name: 'IFC', values: [['GlobalId', data.globalId] as [string, string]] }].map((set, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: several sets may share a name
            <dl key={i} className="model-set">
              <dt className="model-set-name">{set.name || t('models.general')}</dt>
              {set.values.map(([name, value], k) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: several values may share a name
                <Grid key={k} pad="1 0" size="s" className="model-value">
                  <Text as="dt" ink={2} breaks>
                    {name}
                  </Text>
                  <Text as="dd" breaks>
                    {value}
                  </Text>
                </Grid>
              ))}
            </dl>
          ))}
        </div>
      )}
    </Stack>
  );
}
