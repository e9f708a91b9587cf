// Selects the page of the imported file, and warns at once if its size differs from the plan's.
import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import { sameSheet } from '@plumbline/core/features/plans/revision-rules';
import { type Rotation, rotatedSize } from '@plumbline/core/site/geometry/rotation';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { RotatedPicture, RotateTools } from '../../imports/pages/turned-picture.tsx';
import { usePreview } from '../../imports/pages/use-preview.ts';

type PagesProps = {
  projectId: string;
  one: PlanImport;
  page: number;
  onPage: (page: number) => void;
  turnOf: (page: ImportPage) => Rotation;
  onTurn: (page: number, turn: Rotation) => void;
  current: RevisionRow | undefined;
};

export function RevisionPages({ projectId, one, page, onPage, turnOf, onTurn, current }: PagesProps) {
  const t = useT();
  const chosen = one.pages.find((its) => its.page === page);
  const other = chosen && current && !sameSheet(rotatedSize(chosen, turnOf(chosen)), current);
  return (
    <>
      <div
        className="revision-pages"
        role="radiogroup"
        aria-label={t('revisions.page')}
        data-one={one.pages.length === 1 ? '' : undefined}
      >
        {one.pages.map((its) => (
          <Page
            key={its.page}
            projectId={projectId}
            importId={one.id}
            its={its}
            alone={one.pages.length === 1}
            chosen={its.page === page}
            onChoose={() => onPage(its.page)}
            turn={turnOf(its)}
            onTurn={(turn) => onTurn(its.page, turn)}
          />
        ))}
      </div>
      {other && (
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
  its: ImportPage;
  alone: boolean;
  chosen: boolean;
  onChoose: () => void;
  turn: Rotation;
  onTurn: (turn: Rotation) => void;
};

function Page({ projectId, importId, its, alone, chosen, onChoose, turn, onTurn }: PageProps) {
  const t = useT();
  const preview = usePreview(projectId, importId, its.page);
  const name = [its.sheetNumber, its.title].filter(Boolean).join(' ') || t('import.page', { page: its.page });
  const shown = (
    <>
      <span className="revision-page-picture">{preview && <RotatedPicture src={preview} turn={turn} />}</span>
      <Text size="s" cut>
        {name}
      </Text>
    </>
  );
  return (
    <div className="revision-page-place">
      {alone ? (
        <div className="revision-page">{shown}</div>
      ) : (
        <label className="revision-page" data-chosen={chosen ? '' : undefined}>
          <input type="radio" name="revision-page" checked={chosen} onChange={onChoose} />
          {shown}
        </label>
      )}
      {preview && (alone || chosen) && <RotateTools name={name} turn={turn} onTurn={onTurn} />}
    </div>
  );
}
