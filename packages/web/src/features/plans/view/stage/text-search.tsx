// Searches the text of the drawing and steps through the hits.
import { searchPlanText } from '@plumbline/core/features/imports/contract';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { call } from '../../../../api/client.ts';
import { failureText } from '../../../../shared/data/shown-failure.ts';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { SearchField } from '../../../../ui/fields/search-field.tsx';
import { ChevronDownIcon, ChevronUpIcon, CloseIcon } from '../../../../ui/icons.tsx';
import { Text } from '../../../../ui/layout/primitives.tsx';
import { useT } from '../../../../ui/translation.tsx';
import type { PlanRect } from '../../../../viewer/options.ts';
import { searchOnDevice } from './device-words.ts';
import { NO_HITS, type TextHits } from './text-hits.ts';

export type TextSearchProps = {
  projectId: string;
  revisionId: string;
  /** The words of the drawing; null if it contains none. */
  textBlobId: string | null;
  onHits: (hits: TextHits) => void;
  onGo: (rect: PlanRect) => void;
  onClose: () => void;
};

export function TextSearch({ projectId, revisionId, textBlobId, onHits, onGo, onClose }: TextSearchProps) {
  const t = useT();
  const hasText = textBlobId !== null;
  const [text, setText] = useState('');
  const [current, setCurrent] = useState(0);
  const search = useDeferredValue(text.trim());
  const { data, error, isFetching } = useQuery({
    queryKey: ['planText', revisionId, search],
    queryFn: async ({ signal }) =>
      (await searchOnDevice(textBlobId, search)) ??
      call(searchPlanText, { params: { projectId, revisionId }, query: { search } }, { signal }),
    enabled: hasText && search !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rects = useMemo(() => (data?.hits ?? []).map(({ x, y, w, h }) => ({ x, y, width: w, height: h })), [data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new hits start at the first
  useEffect(() => {
    setCurrent(0);
    const [first] = rects;
    if (first) onGo(first);
  }, [rects]);
  useEffect(() => onHits({ rects, active: current }), [rects, current, onHits]);
  useEffect(() => () => onHits(NO_HITS), [onHits]);

  const step = (by: 1 | -1) => {
    if (rects.length === 0) return;
    const next = (current + by + rects.length) % rects.length;
    setCurrent(next);
    const rect = rects[next];
    if (rect) onGo(rect);
  };
  const status = () => {
    if (!hasText) return t('plan.textAbsent');
    if (error) return failureText(t, error);
    if (search === '' || (isFetching && !data)) return '';
    if (rects.length === 0) return t('plan.textNone');
    return t(data?.more ? 'plan.textMore' : 'plan.textAt', { at: current + 1, count: rects.length });
  };

  return (
    <search className="plan-search" aria-label={t('plan.searchText')}>
      <div
        className="plan-search-field"
        onKeyDownCapture={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            step(event.shiftKey ? -1 : 1);
          } else if (event.key === 'Escape' && text === '') onClose();
        }}
      >
        <SearchField label={t('plan.searchText')} value={text} onChange={setText} autoFocus isDisabled={!hasText} />
      </div>
      <Text size="s" figures nowrap ink={2} className="plan-search-count" role="status">
        {status()}
      </Text>
      <IconButton
        icon={ChevronUpIcon}
        label={t('plan.textPrevious')}
        size="s"
        isDisabled={rects.length === 0}
        onPress={() => step(-1)}
      />
      <IconButton
        icon={ChevronDownIcon}
        label={t('plan.textNext')}
        size="s"
        isDisabled={rects.length === 0}
        onPress={() => step(1)}
      />
      <IconButton icon={CloseIcon} label={t('plan.textClose')} size="s" onPress={onClose} />
    </search>
  );
}
