// Edits the server has refused: each with its reason and code, until it is sent again, changed or discarded.
import { AppError } from '@plumbline/core/kernel/errors';
import { uploadCode, uploadHint, uploadKind, uploadReason } from '@plumbline/core/sync/upload-codes';
import type { Translator } from '@plumbline/locales/translate';
import { useState } from 'react';
import { editsHere, type RejectedEdit } from '../../../local/use-rows.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { EditLine } from './edit-line.tsx';
import { editableTexts } from './editable-texts.ts';
import type { PageEdit } from './edits-page.ts';

const ChangeDialog = later(() => import('./change-dialog.tsx').then((its) => its.ChangeDialog));

/** The text of the upload code; undefined for edits that have none. */
function codeText(t: Translator, { name, code }: RejectedEdit): string | undefined {
  const kind = uploadKind(name);
  return kind && t(`sync.upload.${kind}`, { code: uploadCode(kind, uploadReason(code)) });
}

/** Files that this device no longer has, which is why they were not sent. */
const FILE_GONE: ReadonlySet<string> = new Set(['blob_missing', 'upload_gone']);

/** Why it was refused and what can be done. */
function reasonText(t: Translator, { code, params }: Pick<RejectedEdit, 'code' | 'params'>): string {
  const text = FILE_GONE.has(code) ? t('sync.fileGone') : t(`error.${code}`, params);
  const hint = uploadHint(code);
  return hint === undefined ? text : `${text} ${t(`sync.hint.${hint}`)}`;
}

export async function exportEdits(t: Translator, edits: readonly PageEdit[]): Promise<void> {
  try {
    const { saveEdits } = await import('./save-edits.ts');
    await saveEdits(t, edits);
  } catch (error) {
    showToast({ kind: 'error', text: failureText(t, error) });
  }
}

function RefusedEdit({ edit }: { edit: RejectedEdit }) {
  const t = useT();
  const [problem, setProblem] = useState<string>();
  const [asks, setAsks] = useState<'change' | 'discard'>();
  const code = codeText(t, edit);
  const [isRetrying, setRetrying] = useState(false);
  const retry = () => {
    setRetrying(true);
    editsHere()
      .retry(edit.n)
      .catch((error: unknown) =>
        setProblem(
          error instanceof AppError
            ? reasonText(t, { code: error.code, params: error.details.params ?? {} })
            : failureText(t, error),
        ),
      )
      .finally(() => setRetrying(false));
  };
  const reason = (
    <>
      <span role="status">{problem ?? reasonText(t, edit)}</span>
      {code !== undefined && <small>{code}</small>}
    </>
  );
  return (
    <EditLine edit={edit} reason={reason}>
      <Button size="s" isPending={isRetrying} onPress={retry}>
        {t('sync.retry')}
      </Button>
      {editableTexts(edit.input).length > 0 && (
        <Button size="s" onPress={() => setAsks('change')}>
          {t('sync.change')}
        </Button>
      )}
      <Button size="s" icon={DownloadIcon} onPress={() => void exportEdits(t, [edit])}>
        {t('sync.save')}
      </Button>
      <Button size="s" kind="quiet" onPress={() => setAsks('discard')}>
        {t('sync.discard')}
      </Button>
      {asks === 'change' && <ChangeDialog edit={edit} onClose={() => setAsks(undefined)} />}
      <ConfirmDialog
        title={t('sync.discardTitle')}
        confirm={t('sync.discard')}
        danger
        isOpen={asks === 'discard'}
        onConfirm={() => void editsHere().discard(edit.n)}
        onCancel={() => setAsks(undefined)}
      >
        {t('sync.discardText')}
      </ConfirmDialog>
    </EditLine>
  );
}

export function RefusedEdits({ edits }: { edits: readonly RejectedEdit[] }) {
  const t = useT();
  if (edits.length === 0) return null;
  return (
    <Stack as="section" gap={2} aria-label={t('sync.refused')}>
      <Row justify="between" wrap>
        <h2>{t('sync.refused')}</h2>
        {edits.length > 1 && (
          <Button size="s" icon={DownloadIcon} onPress={() => void exportEdits(t, edits)}>
            {t('sync.saveAll')}
          </Button>
        )}
      </Row>
      <ul>
        {edits.map((edit) => (
          <RefusedEdit key={edit.n} edit={edit} />
        ))}
      </ul>
    </Stack>
  );
}
