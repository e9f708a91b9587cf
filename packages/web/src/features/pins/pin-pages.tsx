// Pagination of a long list, where the URL asks for pages: the rows of one page, and navigation between pages.
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '../../ui/icons.tsx';
import { Row } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import '../../shared/site/pins/pin-list.css';

export type Paging = { page: number; size: number; onPage: (page: number) => void };

/** Pages start at 0; a page past the end yields the last one. */
export function pageOf<Row>(rows: readonly Row[], { page, size }: Pick<Paging, 'page' | 'size'>) {
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const shown = Math.min(page, last);
  return { rows: rows.slice(shown * size, (shown + 1) * size), page: shown, last };
}

export function PinPages<Row>({ rows, paging }: { rows: readonly Row[]; paging: Paging }) {
  const t = useT();
  const { page, last } = pageOf(rows, paging);
  if (rows.length === 0) return null;
  const from = page * paging.size + 1;
  const to = Math.min(rows.length, from + paging.size - 1);
  return (
    <Row as="nav" justify="end" pad="1 inset" fixed size="s" ink={2} line="above" aria-label={t('pin.pages')}>
      <span className="ui-figures">{t('pin.pageOf', { from, to })}</span>
      <IconButton
        icon={ChevronLeftIcon}
        label={t('pin.pageBefore')}
        placement="top"
        isDisabled={page === 0}
        onPress={() => paging.onPage(page - 1)}
      />
      <IconButton
        icon={ChevronRightIcon}
        label={t('pin.pageAfter')}
        placement="top"
        isDisabled={page >= last}
        onPress={() => paging.onPage(page + 1)}
      />
    </Row>
  );
}
