// The first screen: the projects of the user, found, ordered and opened.
import type { ProjectEntry } from '@plumbline/core/features/projects/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useUser } from '../../app/session.tsx';
import { ScreenHead } from '../../app/shell/screen-head.tsx';
import { shownFailure } from '../../app/shown-failure.ts';
import { usePaused } from '../../app/use-paused.ts';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { AddIcon, OrganisationIcon, SearchIcon } from '../../ui/icons.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { ProjectTable } from './project-table.tsx';
import { ProjectTiles, type TimeOf, WaitingTiles } from './project-tiles.tsx';
import { ProjectToolbar } from './project-toolbar.tsx';
import './projects.css';
import { projectList } from './queries.ts';
import { type ProjectView, useProjectView } from './use-project-view.ts';

const WIDE = '(min-width: 1024px)';

/** Calls when its place comes into sight: the list reads on. */
function More({ onSeen }: { onSeen: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  useEffect(() => {
    if (!place.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && seen.current(), {
      rootMargin: '600px',
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place} className="project-rest">
      <Spinner />
    </div>
  );
}

const TIMES: Record<ProjectView['sort'], TimeOf> = {
  name: undefined,
  organisationName: undefined,
  lastActivity: (project) => project.lastActivity,
  lastModified: (project) => project.lastModified,
  date: undefined,
};

type NothingProps = { searched: string; view: ProjectView; mayCreate: boolean; onClear: () => void };

function Nothing({ searched, view, mayCreate, onClear }: NothingProps) {
  const t = useT();
  if (searched !== '') {
    return (
      <EmptyState
        icon={SearchIcon}
        title={t('project.noneFound')}
        action={<Button onPress={onClear}>{t('project.clearSearch')}</Button>}
      />
    );
  }
  if (view.state === 'inactive') {
    return <EmptyState icon={OrganisationIcon} title={t('project.noneInactive')} />;
  }
  if (view.whose === 'other') return <EmptyState icon={OrganisationIcon} title={t('project.noneOther')} />;
  return (
    <EmptyState
      icon={OrganisationIcon}
      title={t('project.emptyTitle')}
      action={
        mayCreate && (
          <LinkButton kind="next" size="l" icon={AddIcon} href="/project/new">
            {t('project.new')}
          </LinkButton>
        )
      }
    >
      {mayCreate ? t('project.emptyText') : t('project.emptyInvited')}
    </EmptyState>
  );
}

export function ProjectsScreen() {
  const t = useT();
  const user = useUser();
  const wide = useMedia(WIDE);
  const phone = useMedia(PHONE);
  const [view, setView] = useProjectView();
  const [search, setSearch] = useState('');
  const searched = usePaused(search.trim());
  const seesOthers = user.permissions.includes('project.viewAll');
  const mayCreate = user.permissions.includes('project.create');
  const list = useInfiniteQuery(
    projectList({
      state: view.state,
      whose: seesOthers ? view.whose : 'mine',
      sort: view.sort,
      reverse: view.reverse ? 'true' : 'false',
      ...(searched !== '' && { search: searched }),
    }),
  );
  const projects: ProjectEntry[] = list.data?.pages.flatMap((page) => page.content) ?? [];
  const now = new Date();
  const readOn = () => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
  };
  const nothing = <Nothing searched={searched} view={view} mayCreate={mayCreate} onClear={() => setSearch('')} />;
  const asTable = wide && view.view === 'list';
  const first = list.isPending;
  const empty = !first && projects.length === 0;

  return (
    <div className="projects" data-table={asTable ? '' : undefined}>
      <ScreenHead title={t('project.list')}>
        {mayCreate && !empty && (
          <LinkButton kind="brand" icon={AddIcon} href="/project/new">
            {phone ? t('project.newShort') : t('project.new')}
          </LinkButton>
        )}
      </ScreenHead>
      <h1 className="ui-hidden">{t('project.list')}</h1>
      <ProjectToolbar
        search={search}
        onSearch={setSearch}
        view={view}
        onView={setView}
        seesOthers={seesOthers}
        wide={wide}
        phone={phone}
      />
      <div className="projects-body" data-stale={list.isPlaceholderData ? '' : undefined}>
        {list.error && !list.data ? (
          <ErrorView failure={shownFailure(t, list.error)} onRetry={() => void list.refetch()} />
        ) : asTable ? (
          <ProjectTable
            projects={projects}
            view={view}
            onView={setView}
            now={now}
            loading={first ? 'first' : list.isFetchingNextPage ? 'more' : undefined}
            onEnd={readOn}
            total={list.data?.pages[0]?.totalElements}
            empty={nothing}
          />
        ) : first ? (
          <WaitingTiles />
        ) : empty ? (
          nothing
        ) : (
          <>
            <ProjectTiles projects={projects} timeOf={view.reverse ? undefined : TIMES[view.sort]} now={now} />
            {list.hasNextPage && <More onSeen={readOn} />}
          </>
        )}
      </div>
    </div>
  );
}
