// Selects the page of the imported file, and warns at once if its size differs from the plan's.

import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import { sameSheet } from '@plumbline/core/features/plans/revision-rules';
import { type Rotation, rotatedSize } from '@plumbline/core/site/geometry/rotation';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { inOneLine } from '@plumbline/locales/one-line';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Box, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { RotatedPicture, RotateTools } from '../../imports/pages/rotated-picture.tsx';
import { usePreview } from '../../imports/pages/use-preview.ts';

type PagesProps = {
  projectId: string;
  planImport: PlanImport;
  page: number;
  onPage: (page: number) => void;
  turnOf: (page: ImportPage) => Rotation;
  onTurn: (page: number, rotation: Rotation) => void;
  current: RevisionRow | undefined;
};

export function RevisionPages({ projectId, planImport, page, onPage, turnOf, onTurn, current }: PagesProps) {
  const t = useT();
  const chosen = planImport.pages.find((each) => each.page === page);
  const differsInSize = chosen && current && !sameSheet(rotatedSize(chosen, turnOf(chosen)), current);
  return (
    <>
      <Stack
        gap={3}
        className="revision-pages"
        role="radiogroup"
        aria-label={t('revisions.page')}
        data-one={planImport.pages.length === 1 ? '' : undefined}
      >
        {planImport.pages.map((each) => (
          <Page
            key={each.page}
            projectId={projectId}
            importId={planImport.id}
            page={each}
            isOnly={planImport.pages.length === 1}
            chosen={each.page === page}
            onChoose={() => onPage(each.page)}
            turn={turnOf(each)}
            onTurn={(rotation) => onTurn(each.page, rotation)}
          />
        ))}
      </Stack>
      {differsInSize && (
        <Notice kind="warning" title={t('revisions.otherSize')}>
          {t('revisions.otherSizeText')}
        </Notice>
      )}
    </>
  );
}

type PageProps = {
  projectId: string;
  importId: string;
  page: ImportPage;
  isOnly: boolean;
  chosen: boolean;
  onChoose: () => void;
  turn: Rotation;
  onTurn: (rotation: Rotation) => void;
};

function Page({ projectId, importId, page, isOnly, chosen, onChoose, turn: rotation, onTurn }: PageProps) {
  const t = useT();
  const preview = usePreview(projectId, importId, page.page);
  const name = inOneLine([page.sheetNumber, page.title], ' ') || t('import.page', { page: page.page });
  const content = (
    <>
      <span className="revision-page-picture">{preview && <RotatedPicture src={preview} turn={rotation} />}</span>
      <Text size="s" cut>
        {name}
      </Text>
    </>
  );
  return (
    <Box anchor>
      {isOnly ? (
        <div className="revision-page">{content}</div>
      ) : (
        <label className="revision-page" data-chosen={chosen ? '' : undefined}>
          <input type="radio" name="revision-page" checked={chosen} onChange={onChoose} />
          {content}
        </label>
      )}
      {preview && (isOnly || chosen) && <RotateTools name={name} turn={rotation} onTurn={onTurn} />}
    </Box>
  );
}
