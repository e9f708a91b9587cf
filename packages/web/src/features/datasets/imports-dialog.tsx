// Result of each import: the record count, or the rows of the file that caused it to fail.
import type { DatasetImport } from '@plumbline/core/features/datasets/contract';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { datasetsAddress } from '../../shared/navigation/addresses.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { DatasetIcon, ErrorIcon, IconMark, SuccessIcon } from '../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { useDatasetImports } from './use-datasets.ts';
import './datasets.css';

export function ImportsDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const t = useT();
  const imports = useDatasetImports(projectId, true);
  return (
    <Dialog title={t('dataset.imports')} isOpen onClose={onClose}>
      {imports.isPending && <Skeleton lines={4} />}
      {imports.isError && !imports.data && (
        <ErrorView failure={shownFailure(t, imports.error)} onRetry={() => void imports.refetch()} />
      )}
      {imports.data?.content.length === 0 && <EmptyState icon={DatasetIcon} title={t('dataset.noImports')} />}
      <Stack as="ul" fluid gap={4}>
        {imports.data?.content.map((one) => (
          <ImportLine key={one.id} projectId={projectId} one={one} />
        ))}
      </Stack>
    </Dialog>
  );
}

function ImportLine({ projectId, one }: { projectId: string; one: DatasetImport }) {
  const t = useT();
  const when = t.relative(new Date(one.createdAt), new Date());
  return (
    <Grid as="li" columns="24px rest">
      <Text ink={one.state === 'done' ? 'success' : one.state === 'failed' ? 'danger' : undefined}>
        {one.state === 'done' ? (
          <IconMark icon={SuccessIcon} />
        ) : one.state === 'failed' ? (
          <IconMark icon={ErrorIcon} />
        ) : (
          <Spinner />
        )}
      </Text>
      <Stack fluid gap={0.5}>
        <Text as="p" weight="medium" breaks>
          {one.state === 'done' ? <a href={datasetsAddress(projectId, one.datasetId)}>{one.title}</a> : one.title}
        </Text>
        <Row as="p" gap="0 3" align="stretch" wrap size="s" ink={3}>
          <span>{one.fileName}</span>
          <span>{t('dataset.by', { name: one.createdByName, when })}</span>
        </Row>
        {(one.state === 'waiting' || one.state === 'running') && <p>{t('dataset.running')}</p>}
        {one.state === 'done' && <p className="ui-figures">{t('dataset.done', { count: one.rows })}</p>}
        {one.problem !== null && (
          <Text as="p" ink="danger">
            {one.problem === 'bad_rows'
              ? t('dataset.badRows', { count: one.badCount })
              : t(`dataset.problem.${one.problem}`)}
          </Text>
        )}
        {one.badRows.length > 0 && (
          <Stack as="ul" fluid gap={0} scroll pad="2 3" corner="m" className="dataset-bad">
            {one.badRows.map(({ row, problem, value }) => (
              <li key={row}>
                <b className="ui-figures">{t('dataset.row', { row })}</b> {t(`dataset.row.${problem}`)}
                {value !== '' && <span className="dataset-bad-value">{value}</span>}
              </li>
            ))}
            {one.badCount > one.badRows.length && (
              <li>{t('dataset.moreRows', { count: one.badCount - one.badRows.length })}</li>
            )}
          </Stack>
        )}
      </Stack>
    </Grid>
  );
}
