// Tappable references on the drawing: marks over their text, their target, and a menu where several plans match.

import { getSheetMarks } from '@plumbline/core/features/plans/reference-contract';
import {
  type DetailMark,
  positionOfDetail,
  resolveMarks,
  type SheetReference,
  sheetIndex,
} from '@plumbline/core/features/plans/sheet-references';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { inOneLine } from '@plumbline/locales/one-line';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { call } from '../../../api/client.ts';
import { useRowsBy } from '../../../local/use-rows.ts';
import { planAddress, type ViewType } from '../../../shared/navigation/addresses.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { CloseIcon, IconMark, PlanIcon } from '../../../ui/icons.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { Point } from '../../../viewer/camera/geometry.ts';
import type { PlanRect, PlanViewerHandle } from '../../../viewer/options.ts';
import './references.css';

const NO_REFERENCES: readonly SheetReference[] = [];
const NO_DETAILS: readonly DetailMark[] = [];

type At = { at: Point; what: number };

export type ReferencesProps = {
  projectId: string;
  planId: string;
  revisionId: string;
  viewType: ViewType;
  viewer: PlanViewerHandle;
  /** The drawing is sharp: the viewer can fly to a position. */
  sharp: boolean;
  pointed: At | undefined;
  followed: At | undefined;
  onClose: () => void;
};

const nameOf = (plan: PlanRow | undefined): string => inOneLine([plan?.sheetNumber, plan?.name], ' ');
const rectOf = ({ x, y, w, h }: { x: number; y: number; w: number; h: number }): PlanRect => ({
  x,
  y,
  width: w,
  height: h,
});

export function References(props: ReferencesProps) {
  const { projectId, planId, revisionId, viewType, viewer, sharp, pointed, followed, onClose } = props;
  const t = useT();
  const navigate = useNavigate();
  const router = useRouter();
  const { references, plans, details } = useReferences(projectId, planId, revisionId);
  const { detail } = useSearch({ strict: false }) as { detail?: unknown };
  useEffect(() => {
    viewer.setLinks(references.map(rectOf));
    return () => viewer.setLinks([]);
  }, [viewer, references]);
  // Flies to the detail only once, so as not to interfere when the user moves on.
  const hasFlown = useRef(false);
  useEffect(() => {
    const place =
      detail === undefined || hasFlown.current || !sharp ? undefined : positionOfDetail(details, String(detail));
    if (!place) return;
    hasFlown.current = true;
    viewer.setHighlights([rectOf(place)], 0);
    viewer.flyTo(rectOf(place));
    // From here on the URL contains the view itself.
    const { pathname, search } = router.history.location;
    const query = new URLSearchParams(search);
    query.delete('detail');
    router.history.replace(`${pathname}?${query}`);
  }, [viewer, router, sharp, details, detail]);

  const labelOf = useCallback(
    (reference: SheetReference, id: string) => {
      const plan = nameOf(plans.get(id));
      return reference.detail === '' ? plan : t('reference.detail', { plan, detail: reference.detail });
    },
    [plans, t],
  );
  const hrefTo = useCallback(
    (reference: SheetReference, id: string) => {
      const address = planAddress({ projectId, planId: id, viewType });
      return reference.detail === '' ? address : `${address}?detail=${encodeURIComponent(reference.detail)}`;
    },
    [projectId, viewType],
  );
  const open = followed && references[followed.what];
  const only = open?.planIds.length === 1 ? open.planIds[0] : undefined;
  useEffect(() => {
    if (!open || only === undefined) return;
    onClose();
    void navigate({ href: hrefTo(open, only) });
  }, [open, only, navigate, hrefTo, onClose]);
  // For keyboards and screen readers: each target once, in the order of the plan list.
  const targets = useMemo(() => {
    const byHref = new Map<string, string>();
    for (const reference of references)
      for (const id of reference.planIds) byHref.set(hrefTo(reference, id), labelOf(reference, id));
    return [...byHref].sort(([, one], [, other]) => one.localeCompare(other, t.locale, { numeric: true }));
  }, [references, hrefTo, labelOf, t]);
  const hovered = pointed && !open ? references[pointed.what] : undefined;

  return (
    <>
      {hovered && pointed && (
        <div className="plan-hover" aria-hidden="true" style={{ left: pointed.at.x, top: pointed.at.y }}>
          <IconMark icon={PlanIcon} />
          <Text ink={2} cut>
            {hovered.planIds.length === 1
              ? labelOf(hovered, hovered.planIds[0] ?? '')
              : t('reference.several', { count: hovered.planIds.length })}
          </Text>
        </div>
      )}
      {open && followed && only === undefined && (
        <section
          className="plan-heap"
          aria-label={t('reference.choose')}
          style={{ left: followed.at.x, top: followed.at.y }}
        >
          <header>
            <span>{t('reference.choose')}</span>
            <IconButton icon={CloseIcon} label={t('ui.close')} size="s" onPress={onClose} />
          </header>
          <ul>
            {open.planIds.map((id) => (
              <li key={id}>
                <Row as="a" least={44} pad="0 2" className="reference ui-pressable" href={hrefTo(open, id)}>
                  <IconMark icon={PlanIcon} />
                  <Text ink={2} cut>
                    {labelOf(open, id)}
                  </Text>
                </Row>
              </li>
            ))}
          </ul>
        </section>
      )}
      {targets.length > 0 && (
        <nav className="references" aria-label={t('reference.list')}>
          <ul>
            {targets.map(([href, name]) => (
              <li key={href}>
                <Row as="a" least={44} pad="0 2" className="reference ui-pressable" href={href}>
                  {name}
                </Row>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

/** The references of a drawing to other plans of the project, resolved by the plans' current names. */
function useReferences(projectId: string, planId: string, revisionId: string) {
  const { data } = useQuery({
    queryKey: ['sheetMarks', projectId, revisionId],
    queryFn: ({ signal }) => call(getSheetMarks, { params: { projectId, revisionId } }, { signal }),
    // The text of a revision never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = useRowsBy('plan', 'projectId', projectId);
  const plans = useMemo(() => new Map((rows ?? []).filter(isShown).map((row) => [row.id, row])), [rows]);
  const references = useMemo(
    () => (data && plans.size > 1 ? resolveMarks(data.marks, sheetIndex([...plans.values()], planId)) : NO_REFERENCES),
    [data, plans, planId],
  );
  return { references, plans, details: data?.details ?? NO_DETAILS };
}

const isShown = (row: PlanRow): boolean => row.type === 'Plan' && row.active && row.currentRevisionId !== null;
