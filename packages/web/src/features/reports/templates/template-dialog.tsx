// Adds a template or replaces its file: upload, check, and save once every placeholder is valid.
import { checkTemplateFile, createTemplate, type Template } from '@plumbline/core/features/reports/contract';
import { inOneLine } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';
import { useEffect, useState } from 'react';
import { call } from '../../../api/client.ts';
import { upload } from '../../../api/upload.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { UploadIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useForgetTemplates, useReplaceTemplate } from '../use-reports.ts';
import { isPlaceholderProblem, TemplateProblems } from './template-problems.tsx';
import { TemplateTrial } from './template-trial.tsx';
import '../reports.css';

const OFFICE =
  '.docx,.xlsx,application/vnd.openxmlformats-officedocument.wordprocessingml.document,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Opens the file picker for one Word or Excel file. */
export function chooseTemplate(onFile: (file: File) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = OFFICE;
  input.onchange = () => {
    const file = input.files?.[0];
    if (file) onFile(file);
  };
  input.click();
}

type Step =
  | { at: 'sending'; share: number }
  | { at: 'checking' }
  | { at: 'checked'; blobId: string; fileType: Template['fileType'] | null; problems: Template['problems'] }
  | { at: 'failed'; error: unknown };

type TemplateDialogProps = {
  projectId: string;
  file: File;
  /** The template whose file is replaced; undefined for a new template. */
  replaced?: Template | undefined;
  onFile: (file: File) => void;
  onClose: () => void;
};

/** Uploads and checks the file; a newer file supersedes it. */
function useCheckedFile(projectId: string, file: File): Step {
  const [step, setStep] = useState<Step>({ at: 'sending', share: 0 });
  useEffect(() => {
    const stop = new AbortController();
    const tell = (next: Step) => {
      if (!stop.signal.aborted) setStep(next);
    };
    const run = async () => {
      const blobId = crypto.randomUUID();
      tell({ at: 'sending', share: 0 });
      await upload(file, {
        id: blobId,
        purpose: 'template',
        name: file.name,
        signal: stop.signal,
        onProgress: (sent, total) => tell({ at: 'sending', share: total === 0 ? 1 : sent / total }),
      });
      tell({ at: 'checking' });
      const { fileType, problems } = await call(checkTemplateFile, { params: { projectId }, body: { blobId } });
      tell({ at: 'checked', blobId, fileType, problems });
    };
    run().catch((error: unknown) => tell({ at: 'failed', error }));
    return () => stop.abort();
  }, [projectId, file]);
  return step;
}

/** Why the file is not uploaded at all. */
function refusalOf(t: Translator, { name, size }: File): string | undefined {
  if (size === 0) return t('media.empty', { name });
  return size > UPLOAD_LIMITS.template
    ? t('media.tooLarge', { name, limit: t.bytes(UPLOAD_LIMITS.template) })
    : undefined;
}

export function TemplateDialog({ projectId, file, replaced, onFile, onClose }: TemplateDialogProps) {
  const t = useT();
  const title = t(replaced ? 'report.replaceTitle' : 'report.uploadTitle');
  const refusal = refusalOf(t, file);
  if (refusal !== undefined) {
    return (
      <Dialog
        title={title}
        size="small"
        isOpen
        onClose={onClose}
        actions={
          <Button kind="brand" onPress={() => chooseTemplate(onFile)}>
            {t('report.chooseAgain')}
          </Button>
        }
      >
        <Notice kind="error">{refusal}</Notice>
      </Dialog>
    );
  }
  return <CheckedFile projectId={projectId} file={file} replaced={replaced} onFile={onFile} onClose={onClose} />;
}

function CheckedFile({ projectId, file, replaced, onFile, onClose }: TemplateDialogProps) {
  const t = useT();
  const replace = useReplaceTemplate(projectId);
  const step = useCheckedFile(projectId, file);
  const forget = useForgetTemplates(projectId);
  const [title, setTitle] = useState(() => file.name.replace(/\.(?:docx|xlsx)$/iu, ''));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const good = step.at === 'checked' && step.problems.length === 0;
  const otherType = step.at === 'checked' && replaced !== undefined && step.fileType !== replaced.fileType;

  const keep = async () => {
    if (step.at !== 'checked') return;
    setBusy(true);
    setFailure(undefined);
    try {
      if (replaced) {
        await replace.mutateAsync({ templateId: replaced.id, blobId: step.blobId, otherType });
        showToast({ kind: 'success', text: t('report.replaced') });
      } else {
        const body = { id: crypto.randomUUID(), blobId: step.blobId, title: title.trim() };
        await call(createTemplate, { params: { projectId }, body });
        await forget();
      }
      onClose();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };

  return (
    <FormDialog
      title={t(replaced ? 'report.replaceTitle' : 'report.uploadTitle')}
      detail={inOneLine([replaced?.title, file.name], ': ')}
      size={good ? 'large' : 'medium'}
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={busy} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          {good ? (
            <Button kind="next" isPending={busy} isDisabled={title.trim() === ''} onPress={() => void keep()}>
              {t(replaced ? 'report.replaceDo' : 'report.saveTemplate')}
            </Button>
          ) : (
            <Button
              kind="next"
              icon={UploadIcon}
              isDisabled={step.at === 'sending' || step.at === 'checking'}
              onPress={() => chooseTemplate(onFile)}
            >
              {t('report.chooseAgain')}
            </Button>
          )}
        </>
      }
    >
      <Stack fluid gap={4} aria-live="polite">
        {step.at === 'sending' && <ProgressBar label={t('report.uploading', { name: file.name })} value={step.share} />}
        {step.at === 'checking' && <ProgressBar label={t('report.checking')} />}
        {step.at === 'failed' && <Notice kind="error">{failureText(t, step.error)}</Notice>}
        {failure !== undefined && <Notice kind="error">{failureText(t, failure)}</Notice>}
        {step.at === 'checked' && step.problems.length > 0 && (
          <>
            {step.problems.every(isPlaceholderProblem) && (
              <Notice kind="warning" title={t('report.templateProblems', { count: step.problems.length })}>
                {t('report.checkBad')}
              </Notice>
            )}
            <TemplateProblems problems={step.problems} />
          </>
        )}
        {good && (
          <>
            <Notice kind="success">{t('report.checkGood')}</Notice>
            {otherType && replaced && step.fileType !== null && (
              <Notice kind="warning">
                {t('report.typeDiffers', {
                  from: t(`report.template.${replaced.fileType}`),
                  to: t(`report.template.${step.fileType}`),
                })}
              </Notice>
            )}
            {!replaced && (
              <TextField
                label={t('report.templateTitle')}
                value={title}
                maxLength={200}
                onChange={setTitle}
                autoFocus
              />
            )}
            <TemplateTrial projectId={projectId} tried={{ blobId: step.blobId }} fileName={file.name} />
          </>
        )}
      </Stack>
    </FormDialog>
  );
}
