// Fourth settings tab: the project's cover picture, and the header and footer logos of its reports.

import { useState } from 'react';
import { DropZone, FileTrigger } from 'react-aria-components';
import { keepBlob, useSyncStatus } from '../../../local/use-rows.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { usePicture } from '../../../shared/media/picture.tsx';
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DeleteIcon, ErrorIcon, IconMark, PhotoIcon, UploadIcon } from '../../../ui/icons.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Image } from '../../../ui/marks/image.tsx';
import { TOUCH, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import type { SettingsProps } from './use-settings.ts';

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

type Field = 'pictureBlobId' | 'headerLogoBlobId' | 'footerLogoBlobId';

function Chosen({ projectId, blobId, alt }: { projectId: string; blobId: string; alt: string }) {
  const { sources, asked: requested } = usePicture(projectId, { blobId }, 'preview');
  return requested ? (
    <Image sources={sources} alt={alt} fit="contain" />
  ) : (
    <Text fill wide block className="media-wait" aria-hidden="true" />
  );
}

type PictureFieldProps = Omit<SettingsProps, 'draft'> & { field: Field; blobId: string | null };

function PictureField({ projectId, field, blobId, onChange, problemOf, isReadOnly }: PictureFieldProps) {
  const t = useT();
  // Nothing can be dropped there.
  const onTouch = useMedia(TOUCH);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const label = t(`project.${field}`);
  const sending = useSyncStatus(({ files }) => (blobId === null ? undefined : files?.get(blobId)));
  const problem = refused ?? (sending === 'refused' ? t('project.uploadFailed') : undefined) ?? problemOf(field);

  const take = async (file: File | undefined) => {
    if (!file) return;
    setRefused(undefined);
    if (!TYPES.includes(file.type)) return setRefused(t('project.pictureType', { name: file.name }));
    if (file.size === 0) return setRefused(t('media.empty', { name: file.name }));
    if (file.size > UPLOAD_LIMITS.picture) {
      return setRefused(t('project.pictureTooLarge', { name: file.name, limit: t.bytes(UPLOAD_LIMITS.picture) }));
    }
    setBusy(true);
    try {
      // Decoded once before upload: a file the browser cannot display is rejected.
      (await createImageBitmap(file)).close();
      onChange({ [field]: await keepBlob(file, { purpose: 'picture', name: file.name }) });
    } catch (error) {
      setRefused(error instanceof DOMException ? t('project.pictureType', { name: file.name }) : failureText(t, error));
    }
    setBusy(false);
  };

  return (
    <Stack justify="start" shrink className="picture-field" data-field={field}>
      <Text as="h2" size="l" weight="strong">
        {label}
      </Text>
      <Text as="p" size="s" ink={2}>
        {t(`project.${field}Hint`)}
        {!isReadOnly && ` ${t('project.pictureLimits', { limit: t.bytes(UPLOAD_LIMITS.picture) })}`}
      </Text>
      <DropZone
        className="picture-drop"
        isDisabled={isReadOnly}
        aria-label={label}
        getDropOperation={(types) => (TYPES.some((type) => types.has(type)) ? 'copy' : 'cancel')}
        onDrop={(event) => {
          const [item] = event.items;
          if (item?.kind === 'file') void item.getFile().then(take);
        }}
      >
        {blobId === null ? (
          <Stack as="span" center size="s" ink={3} centered className="picture-none">
            <IconMark icon={PhotoIcon} />
            <span>{t(isReadOnly || onTouch ? 'project.noPictureYet' : 'project.noPicture')}</span>
          </Stack>
        ) : (
          <Chosen key={blobId} projectId={projectId} blobId={blobId} alt={label} />
        )}
      </DropZone>
      {!isReadOnly && (
        <Row wrap>
          <FileTrigger acceptedFileTypes={TYPES} onSelect={(list) => void take(list?.[0])}>
            <Button icon={UploadIcon} isPending={busy}>
              {t(blobId === null ? 'project.upload' : 'project.replace')}
            </Button>
          </FileTrigger>
          {blobId !== null && (
            <Button
              kind="quiet"
              icon={DeleteIcon}
              onPress={() => {
                setRefused(undefined);
                onChange({ [field]: null });
              }}
            >
              {t('project.removePicture')}
            </Button>
          )}
          {sending === 'waiting' && <span role="status">{t('project.uploading')}</span>}
        </Row>
      )}
      {problem !== undefined && (
        <Row as="p" size="s" ink="danger" role="alert">
          <IconMark icon={ErrorIcon} />
          {problem}
        </Row>
      )}
    </Stack>
  );
}

export function SettingsDesign({ draft, ...rest }: SettingsProps) {
  return (
    <Grid columns={2} gap="8 6" className="settings-design">
      {(['pictureBlobId', 'headerLogoBlobId', 'footerLogoBlobId'] as const).map((field) => (
        <PictureField key={field} field={field} blobId={draft[field]} {...rest} />
      ))}
    </Grid>
  );
}
