// File picker and drop zone of the import dialog, and drag and drop for a whole screen.
import { DRAWING_TYPES, typeNames } from '@plumbline/core/features/imports/file-types';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';

import { FileTrigger } from 'react-aria-components';
import { Button } from '../../../ui/actions/button.tsx';
import { IconMark, UploadIcon } from '../../../ui/icons.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { DRAWING_FILES, PLAN_FILES } from './file-check.ts';
import '../imports.css';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Whether files are dragged over the element; calls `onFiles` when they are dropped. */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined) {
  const [over, setOver] = useState(false);
  const depth = useRef(0);
  const leave = () => {
    depth.current = 0;
    setOver(false);
  };
  if (!onFiles) return { over: false, on: {} };
  return {
    over,
    on: {
      onDragEnter: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        depth.current += 1;
        setOver(true);
      },
      onDragOver: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      onDragLeave: () => {
        depth.current -= 1;
        if (depth.current <= 0) leave();
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        leave();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

/** `single`: accepts one drawing, the new revision of a plan. */
type ChooseProps = { onFiles: (files: File[]) => void; single?: boolean | undefined; children: ReactNode };

export function ChooseFiles({ onFiles, single, children }: ChooseProps) {
  return (
    <FileTrigger
      acceptedFileTypes={single ? DRAWING_FILES : PLAN_FILES}
      allowsMultiple={single !== true}
      onSelect={(files) => {
        if (files) onFiles([...files]);
      }}
    >
      {children}
    </FileTrigger>
  );
}

export function DropZone({ onFiles, single }: Omit<ChooseProps, 'children'>) {
  const t = useT();
  const zone = useRef<HTMLDivElement>(null);
  const take = (files: File[]) => {
    // The drop zone unmounts once there are files; move focus to the dialog, or it would jump to an unrelated button.
    zone.current?.closest<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true });
    onFiles(files);
  };
  const { over, on } = useFileDrop(take);
  return (
    <Stack
      align="center"
      pad="10 4"
      edge="drop"
      corner="l"
      centered
      icons="quiet"
      className="drop-zone"
      ref={zone}
      data-over={over ? '' : undefined}
      {...on}
    >
      <IconMark icon={UploadIcon} />
      <Text as="p" size="l" weight="strong">
        {over ? t('import.dropHere') : t(single ? 'revisions.drop' : 'import.drop')}
      </Text>
      <Text as="p" size="s" ink={2} className="drop-zone-text">
        {t(single ? 'revisions.files' : 'import.dropFiles', { types: typeNames(DRAWING_TYPES) })}
      </Text>
      <ChooseFiles onFiles={take} single={single}>
        <Button kind="next" size="l">
          {t(single ? 'revisions.choose' : 'import.choose')}
        </Button>
      </ChooseFiles>
    </Stack>
  );
}
