// A page in a size at which its title block can be read, and the regions from which number, title, revision and date are
// read, on this page and on every later one with the same title block.
import type { ImportPage } from '@plumbline/core/features/imports/contract';
import { TITLE_FIELDS, type TitleField } from '@plumbline/core/features/imports/title-block/fields';
import {
  findTitleBlock,
  type TitleRegions,
  type TitleValues,
  turnedWords,
  valuesIn,
} from '@plumbline/core/features/imports/title-block/regions';
import {
  combineRotations,
  inverseRotation,
  type OrientedWord,
  type Rotation,
  rotatedBox,
  rotatedSize,
} from '@plumbline/core/site/geometry/rotation';
import { useMemo, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { NoPreview } from '../../../ui/marks/no-preview.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { usePreview } from '../pages/use-preview.ts';
import { RegionPicture } from './region-picture.tsx';
import { usePageWords, useTitleBlockActions, useTitleBlocks } from './use-title-blocks.ts';
import './title-block.css';

type TitleFieldsProps = {
  regions: TitleRegions;
  values: TitleValues;
  labelOf: (field: TitleField) => string;
  active: TitleField | null;
  onActive: (field: TitleField | null) => void;
  onRemove: (field: TitleField) => void;
};

/** Each field with the value that is read in its region. A press makes a field the one to mark. */
function TitleFields({ regions, values, labelOf, active, onActive, onRemove }: TitleFieldsProps) {
  const t = useT();
  return TITLE_FIELDS.map((field) => {
    const label = labelOf(field);
    const value = values[field];
    const isMarked = regions[field] !== undefined;
    return (
      <Row key={field} gap={1} align="stretch">
        <ToggleButton
          className="title-field ui-pressable"
          isSelected={field === active}
          onChange={(on) => onActive(on ? field : null)}
        >
          <Text size="s" ink={2}>
            {label}
          </Text>
          <Text weight={value === '' ? 'regular' : 'medium'} ink={value === '' ? 3 : 1} breaks>
            {value || t(isMarked ? 'import.titleBlock.nothingRead' : 'import.titleBlock.notMarked')}
          </Text>
        </ToggleButton>
        {isMarked && (
          <IconButton icon={CloseIcon} label={t('ui.remove', { name: label })} onPress={() => onRemove(field)} />
        )}
      </Row>
    );
  });
}

export type TitleBlockDialogProps = {
  projectId: string;
  importId: string;
  page: ImportPage;
  name: string;
  turn: Rotation;
  onClose: () => void;
};

const NO_WORDS: readonly OrientedWord[] = [];
const NO_TEXT = {
  waiting: 'import.scanWaiting',
  done: 'import.titleBlock.noText',
  absent: 'import.scanAbsent',
} as const;
const FIELD_LABEL = {
  sheetNumber: 'import.sheetNumber',
  title: 'import.pageTitle',
  version: 'revisions.version',
  date: 'field.type.DATE',
} as const;

export function TitleBlockDialog({ projectId, importId, page, name, turn, onClose }: TitleBlockDialogProps) {
  const t = useT();
  const preview = usePreview(projectId, importId, page.page, 'large');
  const loaded = usePageWords(projectId, importId, page);
  const blocks = useTitleBlocks(projectId);
  const importActions = useTitleBlockActions(projectId);
  const [drawn, setDrawn] = useState<TitleRegions>();
  const [active, setActive] = useState<TitleField | null>(null);
  const [newId] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const words = loaded.data?.words ?? NO_WORDS;
  const sheet = rotatedSize(page, turn);
  const known = useMemo(
    () => blocks?.find(({ id }) => id === page.titleBlock?.titleBlockId),
    [blocks, page.titleBlock?.titleBlockId],
  );
  // The title block may have been recognised under another turn than the one chosen for the page.
  const saved = useMemo((): TitleRegions => {
    const found = known && findTitleBlock({ ...page, turn }, words, [known]);
    if (!found) return {};
    const by = combineRotations(turn, inverseRotation(found.turn));
    return Object.fromEntries(
      TITLE_FIELDS.flatMap((field) => {
        const region = found.regions[field];
        return region ? [[field, rotatedBox(region, by)]] : [];
      }),
    );
  }, [known, page, turn, words]);
  const regions = drawn ?? saved;
  const values = useMemo(() => valuesIn(turnedWords(words, turn), regions), [words, turn, regions]);
  const isEmpty = TITLE_FIELDS.every((field) => !regions[field]);

  const run = async (work: () => Promise<string>) => {
    setBusy(true);
    try {
      showToast({ kind: 'success', text: await work() });
      setDrawn(undefined);
      setActive(null);
    } catch (error) {
      showToast({ kind: 'error', text: failureText(t, error) });
    } finally {
      setBusy(false);
    }
  };
  const save = () =>
    run(async () => {
      const count = await importActions.save({
        titleBlockId: known?.id ?? newId,
        importId,
        page: page.page,
        turn,
        regions,
      });
      return t('import.titleBlock.saved', { count });
    });

  return (
    <Dialog
      title={name}
      detail={t('import.titleBlock')}
      size="extra-large"
      isOpen
      isBusy={busy}
      onClose={onClose}
      actionsStart={
        known && (
          <Button
            kind="quiet"
            isDisabled={busy}
            onPress={() =>
              void run(async () => {
                await importActions.remove(known.id);
                return t('import.titleBlock.deleted');
              })
            }
          >
            {t('import.titleBlock.delete')}
          </Button>
        )
      }
      actions={
        <>
          <Button onPress={onClose}>{t('ui.close')}</Button>
          {words.length > 0 && (
            <Button kind="next" isDisabled={!drawn || isEmpty} isPending={busy} onPress={() => void save()}>
              {t('import.titleBlock.save')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4} className="title-block">
        {preview === undefined && <Skeleton shape="block" height="100%" />}
        {preview === null && <NoPreview />}
        {preview && (
          <RegionPicture
            src={preview}
            turn={turn}
            aspect={sheet.widthPt / sheet.heightPt}
            regions={regions}
            labelOf={(field) => t(FIELD_LABEL[field])}
            active={active}
            onDrawn={(field, region) => {
              const next = { ...regions, [field]: region };
              setDrawn(next);
              setActive(TITLE_FIELDS.find((other) => !next[other]) ?? null);
            }}
          />
        )}
        <Stack gap={3} justify="start" scroll flat className="title-fields">
          {loaded.isPending && <Skeleton lines={4} />}
          {loaded.isError && (
            <Text as="p" ink="danger">
              {failureText(t, loaded.error)}
            </Text>
          )}
          {loaded.data && words.length === 0 && (
            <Text as="p" ink={2}>
              {t(NO_TEXT[page.recognition ?? 'done'])}
            </Text>
          )}
          {words.length > 0 && (
            <>
              <Text as="p" size="s" ink={2}>
                {t('import.titleBlock.help')}
              </Text>
              <TitleFields
                regions={regions}
                values={values}
                labelOf={(field) => t(FIELD_LABEL[field])}
                active={active}
                onActive={setActive}
                onRemove={(field) => setDrawn({ ...regions, [field]: undefined })}
              />
            </>
          )}
        </Stack>
      </Stack>
    </Dialog>
  );
}
