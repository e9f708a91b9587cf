// People from lists: the lists there are with how far each is, and the one that is open row by row.
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { shownFailure } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { UploadIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { OneImport } from './import-details.tsx';
import { ImportList } from './import-list.tsx';
import { ListDialog } from './list-dialog.tsx';
import { stateText } from './state-text.tsx';
import { type Scope, useImports } from './use-imports.ts';
import './people-import.css';

type Search = { list?: unknown };

/** `base` is the path of this page; the open import is in its query as `?list=`. */
export function PeopleImport({ scope, base }: { scope: Scope; base: string }) {
  const navigate = useNavigate();
  const search = useRouterState({ select: (state) => state.location.search as Search });
  const importId = typeof search.list === 'string' ? search.list : undefined;
  const [choosing, setChoosing] = useState(false);
  const go = (id?: string) => void navigate({ href: id === undefined ? base : `${base}?list=${id}` });
  return (
    <Stack column gap={4} flat fill scroll most={1200} className="people-import">
      {importId === undefined ? (
        <Lists scope={scope} base={base} onNew={() => setChoosing(true)} />
      ) : (
        <OneImport key={importId} scope={scope} importId={importId} base={base} />
      )}
      {choosing && (
        <ListDialog
          scope={scope}
          onClose={() => setChoosing(false)}
          onBegun={(id) => {
            setChoosing(false);
            go(id);
          }}
        />
      )}
    </Stack>
  );
}

function Lists({ scope, base, onNew }: { scope: Scope; base: string; onNew: () => void }) {
  const t = useT();
  const [pages, setPages] = useState(1);
  const imports = useImports(scope, pages);
  if (imports.isPending) return <Skeleton lines={6} />;
  if (imports.isError && !imports.data)
    return <ErrorView failure={shownFailure(t, imports.error)} onRetry={() => void imports.refetch()} />;
  const lists = imports.data.content;
  const next = (
    <Button kind="next" icon={UploadIcon} onPress={onNew}>
      {t('peopleImport.importing')}
    </Button>
  );
  if (lists.length === 0) {
    return (
      <EmptyState icon={UploadIcon} title={t('peopleImport.emptyTitle')} action={next}>
        {t('peopleImport.emptyText')}
      </EmptyState>
    );
  }
  return (
    <ImportList
      next={next}
      lines={lists.map((list) => ({
        ...list,
        href: `${base}?list=${list.id}`,
        kind: t(`peopleImport.kind.${list.kind}`),
        stateText: stateText(t, list),
      }))}
      onMore={imports.data.more ? () => setPages(pages + 1) : undefined}
    />
  );
}
