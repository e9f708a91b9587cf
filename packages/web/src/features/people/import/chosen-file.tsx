// The file that a list is imported from: choosing it, and uploading it as soon as it is chosen.
import type { Purpose } from '@plumbline/core/features/uploads/limits';
import { useEffect, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { upload } from '../../../api/upload.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { IconMark, UploadIcon } from '../../../ui/icons.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

type Sent = { at: 'sending'; share: number } | { at: 'there'; blobId: string } | { at: 'failed'; error: unknown };

/** Uploads the file as soon as it is chosen, unless it is too large. */
export function useSentFile(file: File | undefined, purpose: Purpose): Sent | undefined {
  const [sent, setSent] = useState<Sent>();
  useEffect(() => {
    setSent(undefined);
    if (!file || file.size > UPLOAD_LIMITS[purpose]) return;
    const stop = new AbortController();
    const tell = (next: Sent) => {
      if (!stop.signal.aborted) setSent(next);
    };
    const id = crypto.randomUUID();
    tell({ at: 'sending', share: 0 });
    upload(file, {
      ...{ id, purpose, name: file.name, signal: stop.signal },
      onProgress: (done, total) => tell({ at: 'sending', share: total === 0 ? 1 : done / total }),
    }).then(
      () => tell({ at: 'there', blobId: id }),
      (error: unknown) => tell({ at: 'failed', error }),
    );
    return () => stop.abort();
  }, [file, purpose]);
  return sent;
}

type SendingFileProps = { file: File | undefined; sent: Sent | undefined; purpose: Purpose };

export function SendingFile({ file, sent, purpose }: SendingFileProps) {
  const t = useT();
  const limit = UPLOAD_LIMITS[purpose];
  if (file && file.size > limit) {
    const sizes = { name: file.name, size: t.bytes(file.size), limit: t.bytes(limit) };
    return <Notice kind="error">{t('peopleImport.tooLarge', sizes)}</Notice>;
  }
  if (sent?.at === 'sending') return <ProgressBar label={t('peopleImport.sending')} value={sent.share} />;
  return sent?.at === 'failed' ? <Notice kind="error">{failureText(t, sent.error)}</Notice> : null;
}

type ChooseFileProps = {
  /** File types that the dialog of the system offers. */
  types: readonly string[];
  /** Names types and the maximum size. */
  limits: string;
  onFile: (file: File | undefined) => void;
};

export function ChooseFile({ types, limits, onFile }: ChooseFileProps) {
  const t = useT();
  const [over, setOver] = useState(false);
  return (
    <Stack
      align="center"
      pad="6 4"
      edge="drop"
      corner="l"
      centered
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
      <FileTrigger acceptedFileTypes={types} onSelect={(files) => onFile(files?.[0])}>
        <Button kind="next" size="l">
          {t('peopleImport.chooseFile')}
        </Button>
      </FileTrigger>
      <Text as="p" size="s" ink={3}>
        {t('peopleImport.drop')}
      </Text>
      <Text as="p" size="s" ink={3}>
        {limits}
      </Text>
    </Stack>
  );
}
