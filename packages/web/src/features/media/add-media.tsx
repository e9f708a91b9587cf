// Adding photos and files to a pin or a task: chosen, looked at, captioned, then kept on this device and sent by itself.
import { useEffect, useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { CloseIcon, FileIcon, IconMark } from '../../ui/icons.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { refusalText, useAct } from '../pins/use-act.ts';
import { keepFile, useProblemWords } from './keep-file.ts';
import { type ReadFile, readFile } from './read-file.ts';
import { useFileUrl } from './use-file-url.ts';
import './media.css';

export type AddKind = 'photo' | 'camera' | 'file';

const ACCEPT: Record<AddKind, string> = { photo: 'image/*', camera: 'image/*', file: '' };

/** Opens the system's chooser, or the camera, and hands over what was chosen. Must be called from a press. */
export function chooseFiles(kind: AddKind, onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = kind !== 'camera';
  input.accept = ACCEPT[kind];
  if (kind === 'camera') input.setAttribute('capture', 'environment');
  input.onchange = () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) onFiles(files);
  };
  input.click();
}

export type AddMediaDialogProps = {
  projectId: string;
  pinId: string;
  taskId: string | null;
  /** What was chosen or dropped; null closes. */
  chosen: { files: readonly File[]; as: 'photo' | 'file' } | null;
  onClose: () => void;
  onAdded?: (() => void) | undefined;
};

type Item = ReadFile & { id: string; caption: string };

export function AddMediaDialog({ chosen, ...rest }: AddMediaDialogProps) {
  if (chosen === null) return null;
  return <Preview key={chosen.files.map((file) => `${file.name}/${file.size}`).join()} chosen={chosen} {...rest} />;
}

function Preview({
  projectId,
  pinId,
  taskId,
  chosen,
  onClose,
  onAdded,
}: AddMediaDialogProps & { chosen: { files: readonly File[]; as: 'photo' | 'file' } }) {
  const t = useT();
  const act = useAct(projectId);
  const [items, setItems] = useState<readonly Item[]>();
  const [busy, setBusy] = useState(false);
  const words = useProblemWords();

  useEffect(() => {
    let left = false;
    void Promise.all(chosen.files.map((file) => readFile(file, chosen.as))).then((read) => {
      if (!left) setItems(read.map((one) => ({ ...one, id: crypto.randomUUID(), caption: '' })));
    });
    return () => {
      left = true;
    };
  }, [chosen]);

  const good = items?.filter((item) => !item.problem) ?? [];
  const refused = items?.flatMap((item) => (item.problem ? [{ ...item, problem: item.problem }] : [])) ?? [];
  const onlyPhotos = good.length > 0 && good.every((item) => item.purpose === 'photo');

  const add = async () => {
    setBusy(true);
    for (const item of good) {
      try {
        const file = await keepFile(item);
        const post = { id: item.id, pinId, taskId, type: item.type, caption: item.caption, files: [file] };
        if (!(await act('post.create', { ...post, takenAt: item.takenAt }))) break;
      } catch (error) {
        const reason = refusalText(t, error);
        showToast({ kind: 'error', text: t('media.failed', { name: item.file.name, reason }) });
      }
    }
    setBusy(false);
    onClose();
    onAdded?.();
  };

  return (
    <Dialog
      title={
        chosen.as === 'photo'
          ? t('media.previewTitle', { count: Math.max(1, good.length) })
          : t('media.previewFileTitle', { count: Math.max(1, good.length) })
      }
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={busy} onPress={onClose}>
            {t('media.cancel')}
          </Button>
          <Button kind="next" isPending={busy} isDisabled={good.length === 0} onPress={() => void add()}>
            {onlyPhotos
              ? t('media.addPhotoCount', { count: good.length })
              : t('media.addCount', { count: good.length })}
          </Button>
        </>
      }
    >
      {refused.map((item) => (
        <Notice key={item.id} kind="warning">
          {words(item.file.name, item.problem)}
        </Notice>
      ))}
      <ul className="media-preview" aria-busy={items === undefined} aria-label={t('media.reading')}>
        {items === undefined
          ? chosen.files.map((file) => (
              <li key={`${file.name}/${file.size}`} className="media-preview-item media-wait" />
            ))
          : good.map((item) => (
              <PreviewItem
                key={item.id}
                item={item}
                onCaption={(caption) =>
                  setItems((all) => all?.map((one) => (one.id === item.id ? { ...one, caption } : one)))
                }
                onLeaveOut={() => setItems((all) => all?.filter((one) => one.id !== item.id))}
              />
            ))}
      </ul>
    </Dialog>
  );
}

function PreviewItem({
  item,
  onCaption,
  onLeaveOut,
}: {
  item: Item;
  onCaption: (caption: string) => void;
  onLeaveOut: () => void;
}) {
  const t = useT();
  const picture = useFileUrl(item.purpose === 'photo' ? item.file : undefined);
  return (
    <li className="media-preview-item">
      <div className="media-preview-picture">
        {picture === undefined ? (
          <span className="media-preview-file">
            <IconMark icon={FileIcon} />
            <span>{item.file.name}</span>
            <span className="ui-help">{t.bytes(item.file.size)}</span>
          </span>
        ) : (
          <img src={picture} alt={item.file.name} />
        )}
        <span className="media-preview-out">
          <IconButton
            icon={CloseIcon}
            label={t('media.leaveOut', { name: item.file.name })}
            kind="default"
            onPress={onLeaveOut}
          />
        </span>
      </div>
      <TextField
        label={t('media.caption')}
        hideLabel
        placeholder={t('media.captionAdd')}
        value={item.caption}
        onChange={onCaption}
        maxLength={1000}
      />
    </li>
  );
}
