// Choosing a list and mapping its columns. Unreadable files are reported before anything is checked.
import { columnProblem, type ImportKind, type Target } from '@plumbline/core/features/people/import/columns';
import type { memberImports } from '@plumbline/core/features/people/import/contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { upload } from '../../../api/upload.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { RadioGroup } from '../../../ui/choices/radio-group.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { IconMark, UploadIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ColumnChoices } from './column-choices.tsx';
import { Defaults, type DefaultsValue, Dialect, type DialectValue } from './reading-choices.tsx';
import { problemText } from './state-text.tsx';
import { type CheckBody, callsOf, type Scope, useCheckList } from './use-imports.ts';

export type Preview = ReplyOf<typeof memberImports.preview>;
const TABLES = ['.csv', '.tsv', '.txt', '.xlsx', 'text/csv'];

type Sent = { at: 'sending'; share: number } | { at: 'there'; blobId: string } | { at: 'failed'; error: unknown };

/** Uploads the file as soon as it is chosen. */
function useSentFile(file: File | undefined): Sent | undefined {
  const [sent, setSent] = useState<Sent>();
  useEffect(() => {
    setSent(undefined);
    if (!file || file.size > UPLOAD_LIMITS.people) return;
    const stop = new AbortController();
    const tell = (next: Sent) => {
      if (!stop.signal.aborted) setSent(next);
    };
    const id = crypto.randomUUID();
    tell({ at: 'sending', share: 0 });
    upload(file, {
      ...{ id, purpose: 'people', name: file.name, signal: stop.signal },
      onProgress: (done, total) => tell({ at: 'sending', share: total === 0 ? 1 : done / total }),
    }).then(
      () => tell({ at: 'there', blobId: id }),
      (error: unknown) => tell({ at: 'failed', error }),
    );
    return () => stop.abort();
  }, [file]);
  return sent;
}

type Look = { preview: Preview } | { error: unknown };

/** Fetches a preview of the file, and again whenever the reading options change. */
function useLook(scope: Scope, blobId: string | undefined, kind: ImportKind, dialect: DialectValue): Look | undefined {
  const [look, setLook] = useState<Look>();
  const { encoding, separator } = dialect;
  useEffect(() => {
    if (blobId === undefined) return setLook(undefined);
    const stop = new AbortController();
    const said = { ...(encoding && { encoding }), ...(separator && { separator }) };
    callsOf(scope)
      .preview({ blobId, kind, ...said }, { signal: stop.signal })
      .then(
        (preview) => setLook({ preview }),
        (error: unknown) => {
          if (!stop.signal.aborted) setLook({ error });
        },
      );
    return () => stop.abort();
  }, [scope, blobId, kind, encoding, separator]);
  return look;
}

type ListDialogProps = { scope: Scope; onClose: () => void; onBegun: (importId: string) => void };

export function ListDialog({ scope, onClose, onBegun }: ListDialogProps) {
  const t = useT();
  const [kind, setKind] = useState<ImportKind>(scope === undefined ? 'users' : 'members');
  const [file, setFile] = useState<File>();
  const [dialect, setDialect] = useState<DialectValue>({});
  const [defaults, setDefaults] = useState<DefaultsValue>({ role: 'contributor', language: t.language });
  const [chosen, setChosen] = useState<{ head: string; columns: Target[] }>();
  const check = useCheckList(scope);
  const sent = useSentFile(file);
  const look = useLook(scope, sent?.at === 'there' ? sent.blobId : undefined, kind, dialect);
  const preview = look && 'preview' in look ? look.preview : undefined;
  // The column mapping is kept as long as the columns stay the same.
  const head = preview ? `${kind} ${preview.columns.join('\n')}` : '';
  const columns = chosen?.head === head ? chosen.columns : (preview?.proposed ?? []);
  const wrong = preview && preview.problem === null ? columnProblem(kind, columns) : undefined;
  const ready = preview !== undefined && preview.problem === null && wrong === undefined;
  const tooLarge = file !== undefined && file.size > UPLOAD_LIMITS.people;
  const choose = (next: File | undefined) => {
    setFile(next);
    setDialect({});
    check.reset();
  };
  const send = () => {
    if (sent?.at !== 'there' || !preview) return;
    const id = crypto.randomUUID();
    const { encoding, separator } = preview;
    const body: CheckBody = { id, blobId: sent.blobId, kind, columns, ...defaults };
    const said = { ...(encoding && { encoding }), ...(separator && { separator }) };
    check.mutate({ ...body, ...said }, { onSuccess: () => onBegun(id) });
  };
  return (
    <FormDialog
      title={t('peopleImport.importing')}
      detail={file?.name}
      size={preview ? 'large' : 'medium'}
      isOpen
      isBusy={check.isPending}
      onClose={onClose}
      actions={
        <>
          {file && (
            <FileTrigger acceptedFileTypes={TABLES} onSelect={(files) => choose(files?.[0])}>
              <Button isDisabled={check.isPending}>{t('peopleImport.otherFile')}</Button>
            </FileTrigger>
          )}
          <Button kind="next" isDisabled={!ready} isPending={check.isPending} onPress={send}>
            {t('peopleImport.check')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4} justify="start" className="people-import-form">
        {scope === undefined && (
          <RadioGroup
            label={t('peopleImport.kind')}
            value={kind}
            onChange={(id) => setKind(id === 'contacts' ? 'contacts' : 'users')}
            choices={(['users', 'contacts'] as const).map((id) => ({
              id,
              label: t(`peopleImport.kind.${id}`),
              help: t(`peopleImport.kindHelp.${id}`),
            }))}
          />
        )}
        {!file && <ChooseFile onFile={choose} />}
        {file && tooLarge && (
          <Notice kind="error">
            {t('peopleImport.tooLarge', {
              ...{ name: file.name, size: t.bytes(file.size), limit: t.bytes(UPLOAD_LIMITS.people) },
            })}
          </Notice>
        )}
        {sent?.at === 'sending' && <ProgressBar label={t('peopleImport.sending')} value={sent.share} />}
        {sent?.at === 'there' && !look && <ProgressBar label={t('peopleImport.looking')} />}
        {sent?.at === 'failed' && <Notice kind="error">{failureText(t, sent.error)}</Notice>}
        {look && 'error' in look && <Notice kind="error">{failureText(t, look.error)}</Notice>}
        {preview && preview.problem !== null && <Notice kind="error">{problemText(t, preview.problem)}</Notice>}
        {preview && preview.encoding !== null && (
          <Dialect preview={preview} onChange={(change) => setDialect({ ...dialect, ...change })} />
        )}
        {preview && preview.problem === null && (
          <>
            <ColumnChoices
              kind={kind}
              preview={preview}
              columns={columns}
              onChange={(next) => setChosen({ head, columns: next })}
            />
            {wrong && <Notice kind="warning">{t(`peopleImport.columnProblem.${wrong}`)}</Notice>}
            {kind !== 'contacts' && <Defaults kind={kind} value={defaults} onChange={setDefaults} />}
          </>
        )}
        {check.error && <Notice kind="error">{failureText(t, check.error)}</Notice>}
      </Stack>
    </FormDialog>
  );
}

function ChooseFile({ onFile }: { onFile: (file: File | undefined) => void }) {
  const t = useT();
  const [over, setOver] = useState(false);
  return (
    <Stack
      align="center"
      centered
      corner="l"
      className="people-import-drop"
      data-over={over ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
    >
      <IconMark icon={UploadIcon} />
      <FileTrigger acceptedFileTypes={TABLES} onSelect={(files) => onFile(files?.[0])}>
        <Button kind="next" size="l">
          {t('peopleImport.chooseFile')}
        </Button>
      </FileTrigger>
      <p>{t('peopleImport.drop')}</p>
      <p>{t('peopleImport.limits', { limit: t.bytes(UPLOAD_LIMITS.people) })}</p>
    </Stack>
  );
}
