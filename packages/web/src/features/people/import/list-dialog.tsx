// Choosing a list and mapping its columns. Unreadable files are reported before anything is checked.
import {
  columnProblem,
  type ImportKind,
  TARGETS_OF,
  type Target,
} from '@plumbline/core/features/people/import/columns';
import type { memberImports } from '@plumbline/core/features/people/import/contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { RadioGroup } from '../../../ui/choices/radio-group.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ChooseFile, SendingFile, useSentFile } from './chosen-file.tsx';
import { ColumnList } from './column-list.tsx';
import { Defaults, type DefaultsValue, Dialect, type DialectValue } from './reading-choices.tsx';
import { problemText } from './state-text.tsx';
import { type CheckBody, callsOf, type Scope, useCheckList } from './use-imports.ts';

export type Preview = ReplyOf<typeof memberImports.preview>;
const TABLES = ['.csv', '.tsv', '.txt', '.xlsx', 'text/csv'];

type PreviewResult = { preview: Preview } | { error: unknown };

/** Fetches a preview of the file, and again whenever the reading options change. */
function useFilePreview(
  scope: Scope,
  blobId: string | undefined,
  kind: ImportKind,
  dialect: DialectValue,
): PreviewResult | undefined {
  const [result, setResult] = useState<PreviewResult>();
  const { encoding, separator } = dialect;
  useEffect(() => {
    if (blobId === undefined) return setResult(undefined);
    const stop = new AbortController();
    const said = { ...(encoding && { encoding }), ...(separator && { separator }) };
    callsOf(scope)
      .preview({ blobId, kind, ...said }, { signal: stop.signal })
      .then(
        (preview) => setResult({ preview }),
        (error: unknown) => {
          if (!stop.signal.aborted) setResult({ error });
        },
      );
    return () => stop.abort();
  }, [scope, blobId, kind, encoding, separator]);
  return result;
}

type ColumnChoicesProps = {
  kind: ImportKind;
  preview: Preview;
  columns: readonly Target[];
  onChange: (columns: Target[]) => void;
};

/** The field that each column of the file is mapped to, next to a sample of its values. */
function ColumnChoices({ kind, preview, columns, onChange }: ColumnChoicesProps) {
  const t = useT();
  const choices = TARGETS_OF[kind].map((id) => ({ id, label: t(`peopleImport.target.${id}`) }));
  return <ColumnList preview={preview} columns={columns} choices={choices} repeated={['ignore']} onChange={onChange} />;
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
  const sent = useSentFile(file, 'people');
  const result = useFilePreview(scope, sent?.at === 'there' ? sent.blobId : undefined, kind, dialect);
  const preview = result && 'preview' in result ? result.preview : undefined;
  // The column mapping is kept as long as the columns stay the same.
  const head = preview ? `${kind} ${preview.columns.join('\n')}` : '';
  const columns = chosen?.head === head ? chosen.columns : (preview?.proposed ?? []);
  const wrong = preview && preview.problem === null ? columnProblem(kind, columns) : undefined;
  const ready = preview !== undefined && preview.problem === null && wrong === undefined;
  const limits = t('peopleImport.limits', { limit: t.bytes(UPLOAD_LIMITS.people) });
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
      <Stack fluid gap={4} justify="start" least={200}>
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
        {!file && <ChooseFile types={TABLES} limits={limits} onFile={choose} />}
        <SendingFile file={file} sent={sent} purpose="people" />
        {sent?.at === 'there' && !result && <ProgressBar label={t('peopleImport.looking')} />}
        {result && 'error' in result && <Notice kind="error">{failureText(t, result.error)}</Notice>}
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
