// Choosing a list of pins and what its columns become. Unreadable files are reported before anything is checked.
import { columnProblem } from '@plumbline/core/features/exchange/columns';
import { previewPinImport } from '@plumbline/core/features/exchange/contract';
import { DATE_ORDERS, type DateOrder } from '@plumbline/core/features/exchange/dates';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { call } from '../../api/client.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { UPLOAD_LIMITS } from '../../shared/media/upload-limits.ts';
import { FormDialog } from '../../shared/navigation/unsaved.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Select } from '../../ui/choices/select.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { UploadIcon } from '../../ui/icons.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { ChooseFile, SendingFile, useSentFile } from '../people/import/chosen-file.tsx';
import { Dialect, type DialectValue } from '../people/import/reading-choices.tsx';
import { ColumnTargets } from './column-targets.tsx';
import { problemText } from './state-text.tsx';
import { useCheckPins } from './use-pin-imports.ts';

const FILES = ['.csv', '.tsv', '.txt', '.xlsx', 'text/csv', '.bcf', '.bcfzip'];
const isBcf = (file: File | undefined): boolean => /\.bcf(?:zip)?$/iu.test(file?.name ?? '');
const ZIPS = ['.zip', 'application/zip'];
const DATE_PATTERNS = { dmy: 'field.pattern.DD/MM/YYYY', mdy: 'field.pattern.MM/DD/YYYY' } as const;

type PinImportDialogProps = { projectId: string; onClose: () => void; onBegun: (importId: string) => void };

export function PinImportDialog({ projectId, onClose, onBegun }: PinImportDialogProps) {
  const t = useT();
  const [file, setFile] = useState<File>();
  const [photos, setPhotos] = useState<File>();
  const [dialect, setDialect] = useState<DialectValue>({});
  const [order, setOrder] = useState<DateOrder>();
  const [chosen, setChosen] = useState<{ head: string; columns: string[] }>();
  const check = useCheckPins(projectId);
  const bcf = isBcf(file);
  const purpose = bcf ? 'archive' : 'dataset';
  const sent = useSentFile(file, purpose);
  const sentPhotos = useSentFile(photos, 'archive');
  const blobId = sent?.at === 'there' ? sent.blobId : undefined;
  const look = useQuery({
    queryKey: ['pin-import', projectId, 'preview', blobId, dialect],
    queryFn: ({ signal }) =>
      call(previewPinImport, { params: { projectId }, body: { blobId: blobId ?? '', ...dialect } }, { signal }),
    enabled: blobId !== undefined && !bcf,
    placeholderData: (before) => before,
  });
  const preview = blobId === undefined || bcf ? undefined : look.data;
  // The choice of columns is kept as long as the columns stay the same.
  const head = preview?.columns.join('\n') ?? '';
  const columns = chosen?.head === head ? chosen.columns : (preview?.proposed ?? []);
  const wrong = preview && preview.problem === null ? columnProblem(columns) : undefined;
  const photosReady = photos === undefined || sentPhotos?.at === 'there';
  const readable = preview !== undefined && preview.problem === null && wrong === undefined && photosReady;
  const ready = blobId !== undefined && (bcf || readable);
  const choose = (next: File | undefined) => {
    setFile(next);
    setDialect({});
    setOrder(undefined);
    check.reset();
  };
  const send = () => {
    if (blobId === undefined) return;
    const id = crypto.randomUUID();
    if (bcf) check.mutate({ id, blobId }, { onSuccess: () => onBegun(id) });
    if (!preview) return;
    const { encoding, separator } = preview;
    const photosBlobId = sentPhotos?.at === 'there' ? sentPhotos.blobId : null;
    const said = { ...(encoding && { encoding }), ...(separator && { separator }) };
    const body = { id, blobId, photosBlobId, columns, dateOrder: order ?? preview.dateOrder, ...said };
    check.mutate(body, { onSuccess: () => onBegun(id) });
  };
  const limits = t('pinImport.limits', { limit: t.bytes(UPLOAD_LIMITS.dataset) });
  return (
    <FormDialog
      title={t('pinImport.title')}
      detail={file?.name}
      size={preview ? 'large' : 'medium'}
      isOpen
      isBusy={check.isPending}
      onClose={onClose}
      actions={
        <>
          {file && (
            <FileTrigger acceptedFileTypes={FILES} onSelect={(files) => choose(files?.[0])}>
              <Button isDisabled={check.isPending}>{t('peopleImport.otherFile')}</Button>
            </FileTrigger>
          )}
          <Button kind="next" isDisabled={!ready} isPending={check.isPending} onPress={send}>
            {t('pinImport.check')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4} justify="start" least={200}>
        {!file && <ChooseFile types={FILES} limits={limits} onFile={choose} />}
        <SendingFile file={file} sent={sent} purpose={purpose} />
        {bcf && <Text as="p">{t('pinImport.bcfText')}</Text>}
        {blobId !== undefined && !bcf && look.isPending && <ProgressBar label={t('peopleImport.looking')} />}
        {look.error && <Notice kind="error">{failureText(t, look.error)}</Notice>}
        {preview && preview.problem !== null && <Notice kind="error">{problemText(t, preview.problem)}</Notice>}
        {preview && preview.encoding !== null && (
          <Dialect preview={preview} onChange={(change) => setDialect({ ...dialect, ...change })} />
        )}
        {preview && preview.problem === null && (
          <>
            <ColumnTargets
              projectId={projectId}
              preview={preview}
              columns={columns}
              onChange={(next) => setChosen({ head, columns: next })}
            />
            {wrong && (
              <Notice kind="warning">
                {t(
                  wrong === 'column_twice'
                    ? 'peopleImport.columnProblem.column_twice'
                    : 'pinImport.columnProblem.title_missing',
                )}
              </Notice>
            )}
            {(columns.includes('dueDate') || columns.includes('createdAt')) && (
              <Select
                label={t('pinImport.dates')}
                value={order ?? preview.dateOrder}
                choices={DATE_ORDERS.map((id) => ({ id, label: t(DATE_PATTERNS[id]) }))}
                onChange={(id) => setOrder(DATE_ORDERS.find((one) => one === id))}
              />
            )}
            {columns.includes('photos') && (
              <Stack gap={2}>
                <Row gap={3} align="center" wrap>
                  <FileTrigger acceptedFileTypes={ZIPS} onSelect={(files) => setPhotos(files?.[0])}>
                    <Button icon={UploadIcon}>{t('pinImport.photos')}</Button>
                  </FileTrigger>
                  <Text size="s" ink={3} breaks>
                    {photos?.name ?? t('pinImport.photosText')}
                  </Text>
                </Row>
                <SendingFile file={photos} sent={sentPhotos} purpose="archive" />
              </Stack>
            )}
          </>
        )}
        {check.error && <Notice kind="error">{failureText(t, check.error)}</Notice>}
      </Stack>
    </FormDialog>
  );
}
