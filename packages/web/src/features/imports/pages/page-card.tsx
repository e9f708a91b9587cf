// One page in the page selection: preview and rotation, whether it is imported, title and sheet number.

import type { ImportPage } from '@plumbline/core/features/imports/contract';
import { rotatedSize } from '@plumbline/core/site/geometry/rotation';
import { inOneLine } from '@plumbline/locales/one-line';
import { memo, useRef, useState } from 'react';
import { Checkbox } from '../../../ui/choices/checkbox.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { later } from '../../../ui/later.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { NoPreview } from '../../../ui/marks/no-preview.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { useT } from '../../../ui/translation.tsx';
import { PageBecomes, type PageDecision } from '../sets/page-becomes.tsx';
import { PageDate } from '../sets/page-date.tsx';
import type { PageChoice } from './page-selection.ts';
import { RotatedPicture, RotateTools } from './rotated-picture.tsx';
import { usePreview } from './use-preview.ts';
import './pages.css';

export type PageCardProps = {
  projectId: string;
  importId: string;
  page: ImportPage;
  /** Name of its file or of the storey it shows; other pages are named by number. */
  name: string | undefined;
  /** Storeys are rendered by the app and need no rotation. */
  canTurn: boolean;
  /** The only page of its file. */
  alone: boolean;
  choice: PageChoice;
  /** What the page becomes; undefined if the project has no drawings, so that every page is a new plan. */
  becomes: PageDecision | undefined;
  date: string | null;
  /** Missing titles are marked only after the first attempt to continue. */
  strict: boolean;
  onChange: (page: ImportPage, change: Partial<PageChoice>) => void;
  onToggle: (page: ImportPage, extend: boolean) => void;
};

const TitleBlockDialog = later(() =>
  import('../title-block/title-block-dialog.tsx').then((module) => module.TitleBlockDialog),
);

const MM_PER_PT = 25.4 / 72;

export const PageCard = memo(function PageCard(props: PageCardProps) {
  const { projectId, importId, page, name, alone, canTurn, choice, becomes, date, strict, onChange, onToggle } = props;
  const t = useT();
  const preview = usePreview(projectId, importId, page.page);
  const shift = useRef(false);
  const [enlarged, setEnlarged] = useState(false);
  const words = name ?? t('import.page', { page: page.page });
  const { widthPt, heightPt } = rotatedSize(page, choice.turn);
  const size = (
    <Text fixed size="xs" ink={3} figures className="page-size">
      {t('import.pageSize', {
        width: Math.round(widthPt * MM_PER_PT),
        height: Math.round(heightPt * MM_PER_PT),
      })}
    </Text>
  );
  const stated = inOneLine([page.titleBlock?.version, !becomes && date && t.date(date)]);
  const missing = choice.chosen && choice.title.trim() === '';
  return (
    <Stack column shrink corner="l" clip anchor className="page-card" data-chosen={choice.chosen ? '' : undefined}>
      <Stack
        as="button"
        type="button"
        anchor
        grow
        center
        flat
        clip
        surface="sunken"
        gap={0}
        tabIndex={-1}
        aria-hidden="true"
        onClick={(event) => onToggle(page, event.shiftKey)}
      >
        {preview === undefined && <Skeleton shape="block" height="100%" />}
        {preview === null && <NoPreview />}
        {preview && <RotatedPicture src={preview} turn={choice.turn} />}
        {(alone || stated !== '') && (
          <Row gap={1} className="page-facts">
            {alone && size}
            {stated !== '' && <Tag>{stated}</Tag>}
          </Row>
        )}
      </Stack>
      {canTurn && preview && (
        <RotateTools
          name={words}
          turn={choice.turn}
          onTurn={(rotation) => onChange(page, { turn: rotation })}
          onEnlarge={() => setEnlarged(true)}
        />
      )}
      <Row
        justify="between"
        pad="1 3 0"
        className="page-check"
        onPointerDownCapture={(event) => {
          shift.current = event.shiftKey;
        }}
      >
        <Checkbox
          aria-label={name === undefined ? t('import.bringIn', { page: page.page }) : t('import.bringFileIn', { name })}
          isSelected={choice.chosen}
          onChange={() => {
            onToggle(page, shift.current);
            shift.current = false;
          }}
        >
          <Text shrink weight="medium" cut block className="page-number" title={name}>
            {words}
          </Text>
        </Checkbox>
        {!alone && size}
      </Row>
      {enlarged && (
        <TitleBlockDialog
          projectId={projectId}
          importId={importId}
          page={page}
          name={words}
          turn={choice.turn}
          onClose={() => setEnlarged(false)}
        />
      )}
      <Stack fluid pad="1 3 3">
        {becomes && (
          <PageBecomes
            {...becomes}
            name={words}
            isDisabled={!choice.chosen}
            strict={strict}
            onChange={(planId) => onChange(page, { becomes: planId })}
          />
        )}
        <TextField
          label={t('import.pageTitle')}
          labelOf={words}
          value={choice.title}
          maxLength={200}
          isDisabled={!choice.chosen}
          problem={strict && missing ? t('plan.nameNeeded') : undefined}
          onChange={(title) => onChange(page, { title })}
        />
        <TextField
          label={t('import.sheetNumber')}
          labelOf={words}
          value={choice.sheetNumber}
          maxLength={40}
          isDisabled={!choice.chosen}
          onChange={(sheetNumber) => onChange(page, { sheetNumber })}
        />
        {becomes && (
          <PageDate
            name={words}
            date={date}
            isDisabled={!choice.chosen}
            onChange={(day) => onChange(page, { date: day })}
          />
        )}
      </Stack>
    </Stack>
  );
});
