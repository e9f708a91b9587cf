// Imports a table: uploads and previews the file, then asks which columns hold the record id and the title.
import { type Dataset, previewDataset } from '@plumbline/core/features/datasets/contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { upload } from '../../api/upload.ts';
import { failureText, fieldProblem } from '../../shared/data/shown-failure.ts';
import { UPLOAD_LIMITS } from '../../shared/media/upload-limits.ts';
import { FormDialog } from '../../shared/navigation/unsaved.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Select } from '../../ui/choices/select.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Box, Grid, Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { useImportDataset } from './use-datasets.ts';
import './datasets.css';

/** The file, and the dataset whose records it replaces; undefined for a new one. */
export type Importing = { file: File; dataset?: Dataset | undefined };

const TABLES = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Opens the system file picker for one table. */
export function chooseTable(onFile: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = TABLES;
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) onFile(file);
  };
  input.click();
}

type Preview = ReplyOf<typeof previewDataset>;
type Step =
  | { at: 'sending'; share: number }
  | { at: 'looking' }
  | { at: 'seen'; blobId: string; preview: Preview }
  | { at: 'failed'; error: unknown };

function useUploadedPreview(projectId: string, file: File): Step {
  const [step, setStep] = useState<Step>({ at: 'sending', share: 0 });
  useEffect(() => {
    const stop = new AbortController();
    const tell = (next: Step) => {
      if (!stop.signal.aborted) setStep(next);
    };
    const run = async () => {
      const blobId = crypto.randomUUID();
      await upload(file, {
        id: blobId,
        purpose: 'dataset',
        name: file.name,
        signal: stop.signal,
        onProgress: (sent, total) => tell({ at: 'sending', share: total === 0 ? 1 : sent / total }),
      });
      tell({ at: 'looking' });
      const preview = await call(previewDataset, { params: { projectId }, body: { blobId } }, { signal: stop.signal });
      tell({ at: 'seen', blobId, preview });
    };
    run().catch((error: unknown) => tell({ at: 'failed', error }));
    return () => stop.abort();
  }, [projectId, file]);
  return step;
}

type ImportDialogProps = {
  projectId: string;
  importing: Importing;
  onFile: (file: File) => void;
  onClose: () => void;
  onBegun: () => void;
};

/** The column whose name matches `like`, else the one at index `at`. */
function guess(columns: readonly string[], like: RegExp, at: number): string {
  return columns.find((name) => like.test(name)) ?? columns[Math.min(at, columns.length - 1)] ?? '';
}
const ID_LIKE = /^(?:id|key|nr\.?|no\.?|number|nummer|raum-?nr\.?|raumnummer|room no\.?|room|raum|door|tür|code)$/iu;
const TITLE_LIKE = /^(?:title|titel|name|bezeichnung|description|label|kind|art)$/iu;

export function ImportDialog({ projectId, importing: { file, dataset }, onFile, onClose, onBegun }: ImportDialogProps) {
  const t = useT();
  const begin = useImportDataset(projectId);
  const step = useUploadedPreview(projectId, file);
  const [title, setTitle] = useState(dataset?.title ?? file.name.replace(/\.(?:csv|xlsx)$/iu, ''));
  const [chosen, setChosen] = useState<{ id?: string; title?: string }>({});
  const columns = step.at === 'seen' ? step.preview.columns : [];
  const known = (name: string | undefined) => (name !== undefined && columns.includes(name) ? name : undefined);
  const idColumn = chosen.id ?? known(dataset?.idColumn) ?? guess(columns, ID_LIKE, 0);
  const others = columns.length > 1 ? columns.filter((name) => name !== idColumn) : columns;
  const titleColumn = chosen.title ?? known(dataset?.titleColumn) ?? guess(others, TITLE_LIKE, 0);
  const problem = step.at === 'seen' ? step.preview.problem : null;
  const tooLarge = file.size > UPLOAD_LIMITS.dataset;
  const ready = step.at === 'seen' && problem === null && title.trim() !== '';
  const choices = columns.map((name) => ({ id: name, label: name }));
  const send = () => {
    if (step.at !== 'seen') return;
    const ids = { id: crypto.randomUUID(), datasetId: dataset?.id ?? crypto.randomUUID(), blobId: step.blobId };
    begin.mutate({ ...ids, title: title.trim(), idColumn, titleColumn }, { onSuccess: onBegun });
  };

  return (
    <FormDialog
      title={dataset ? t('dataset.overwriteTitle', { title: dataset.title }) : t('dataset.importTitle')}
      detail={file.name}
      isOpen
      isBusy={begin.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => chooseTable(onFile)} isDisabled={begin.isPending}>
            {t('dataset.otherFile')}
          </Button>
          <Button kind="next" isDisabled={!ready} isPending={begin.isPending} onPress={send}>
            {dataset ? t('dataset.overwriteNow') : t('dataset.importNow')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4} justify="start" least={160} aria-live="polite">
        {tooLarge && <Notice kind="error">{t('dataset.tooLarge', { limit: t.bytes(UPLOAD_LIMITS.dataset) })}</Notice>}
        {step.at === 'sending' && !tooLarge && <ProgressBar label={t('dataset.sending')} value={step.share} />}
        {step.at === 'looking' && <ProgressBar label={t('dataset.looking')} />}
        {step.at === 'failed' && !tooLarge && <Notice kind="error">{failureText(t, step.error)}</Notice>}
        {problem !== null && <Notice kind="error">{t(`dataset.problem.${problem}`)}</Notice>}
        {step.at === 'seen' && problem === null && (
          <>
            {dataset && <Notice kind="info">{t('dataset.overwriteText')}</Notice>}
            <TextField
              label={t('dataset.title')}
              value={title}
              maxLength={120}
              onChange={setTitle}
              problem={fieldProblem(t, begin.error, 'title')}
            />
            <Grid columns="fit" min={220} gap={3}>
              <Select
                label={t('dataset.idColumn')}
                help={t('dataset.idHelp')}
                value={idColumn}
                choices={choices}
                onChange={(id) => setChosen({ ...chosen, id })}
              />
              <Select
                label={t('dataset.titleColumn')}
                help={t('dataset.titleHelp')}
                value={titleColumn}
                choices={choices}
                onChange={(name) => setChosen({ ...chosen, title: name })}
              />
            </Grid>
            <PreviewTable preview={step.preview} marked={[idColumn, titleColumn]} />
            {begin.error && fieldProblem(t, begin.error, 'title') === undefined && (
              <Notice kind="error">{failureText(t, begin.error)}</Notice>
            )}
          </>
        )}
      </Stack>
    </FormDialog>
  );
}

/** Rows previewed so that columns can be told apart. */
const PREVIEW_ROWS = 6;

function PreviewTable({ preview, marked }: { preview: Preview; marked: readonly string[] }) {
  const t = useT();
  return (
    <Box scroll edge corner="m" className="dataset-preview">
      <table>
        <caption className="ui-hidden">{t('dataset.firstRows')}</caption>
        <thead>
          <tr>
            {preview.columns.map((name) => (
              <Text
                as="th"
                ink={2}
                weight="medium"
                surface="sunken"
                key={name}
                data-marked={marked.includes(name) ? '' : undefined}
              >
                {name}
              </Text>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.slice(0, PREVIEW_ROWS).map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are identified by their index
            <tr key={at}>
              {preview.columns.map((name, column) => (
                <td key={name} data-marked={marked.includes(name) ? '' : undefined}>
                  {row[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
