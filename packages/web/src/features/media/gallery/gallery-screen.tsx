// All media of a project by year and month: filter, open, download several together.
import { MAX_EXPORT } from '@plumbline/core/features/media/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { SO_FAR, useIsPartial, useProject, useRow, useRows } from '../../../local/use-rows.ts';
import { MisreadFilter } from '../../../shared/data/ignored-filter.tsx';
import { shownFailure } from '../../../shared/data/shown-failure.ts';
import { useIsOffline } from '../../../shared/data/use-sync-state.ts';
import { PartialCount } from '../../../shared/i18n/partial-count.tsx';
import { OfferMedia } from '../../../shared/media/offer-media.tsx';
import { isVisual } from '../../../shared/media/photos.ts';
import { pinsAddress } from '../../../shared/navigation/addresses.ts';
import { CopyLink } from '../../../shared/navigation/copy-link.tsx';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { useActor } from '../../../shared/site/actor.ts';
import { usePeople } from '../../../shared/site/people.ts';
import { planNames } from '../../../shared/site/plan-names.ts';
import { ToPlans } from '../../../shared/site/to-plans.tsx';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { Switch } from '../../../ui/choices/switch.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ToolButton } from '../../../ui/fields/filter-button.tsx';
import { ArchiveFileIcon, CloseIcon, GalleryIcon, LockIcon, PinIcon, SelectIcon } from '../../../ui/icons.tsx';
import { Box, Grid, Row, Stack, Text, Toolbar } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { PhotoWords } from '../photo-grid.tsx';
import { PhotoViewer } from '../photo-viewer/photo-viewer.tsx';
import { GalleryGrid } from './gallery-grid.tsx';
import { type GalleryFilter, type GalleryRoute, galleryAddress, KINDS } from './gallery-route.ts';
import { type GalleryItem, galleryItems, monthIn, monthsOf } from './items.ts';
import { useExport } from './use-export.ts';
import './gallery.css';

const ALL = 'all';

export function GalleryScreen({ exporting, ...place }: GalleryRoute & { exporting?: boolean | undefined }) {
  const t = useT();
  const { projectId, year, month, fileId, filter } = place;
  const navigate = useNavigate();
  const state = useProject(projectId);
  const isPart = useIsPartial(projectId);
  const project = useRow('project', projectId);
  const posts = useRows('post', projectId, SO_FAR);
  const pins = useRows('pin', projectId, SO_FAR);
  const people = usePeople(projectId);
  const actor = useActor(projectId);
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [asking, setAsking] = useState(exporting === true);
  const online = !useIsOffline();

  const pinOf = useMemo(() => new Map((pins ?? []).map((pin) => [pin.id, pin])), [pins]);
  const monthOf = useMemo(() => monthIn(project?.timezone ?? 'UTC'), [project?.timezone]);
  const { kind, who, plan, category, inactive } = filter;
  const items = useMemo(
    () => galleryItems(posts ?? [], pinOf, { kind, who, plan, category, inactive }, monthOf),
    [posts, pinOf, kind, who, plan, category, inactive, monthOf],
  );
  const months = useMemo(() => monthsOf(items), [items]);
  const visuals = useMemo(() => items.filter(({ file }) => isVisual(file)), [items]);
  const pictures = useMemo(
    () =>
      visuals.map(({ file, post }) => ({
        ...{ blobId: (file.poster ?? file).blobId, size: 'thumb' as const },
        planId: pinOf.get(post.pinId)?.planId ?? null,
      })),
    [visuals, pinOf],
  );
  const isExporting = chosen ? items.filter(({ file }) => chosen.has(file.blobId)) : items;
  const { download, busy } = useExport(projectId);

  // The address of a file that the viewer cannot show leads to the pin it belongs to.
  const addressed = items.find(({ file }) => file.blobId === fileId);
  const ownerPin = addressed && !isVisual(addressed.file) ? addressed.post.pinId : undefined;
  useEffect(() => {
    if (ownerPin === undefined) return;
    const href = pinsAddress({ projectId, viewType: 'list', pinId: ownerPin, tab: 'media' });
    void navigate({ href, replace: true });
  }, [ownerPin, projectId, navigate]);

  // A link to a file shows it even where the filter, or being inactive, leaves it out. A file that is set inactive while
  // it is open leaves the viewer.
  const isKnown = posts?.some(({ files }) => files.some(({ blobId }) => blobId === fileId)) ?? false;
  const isLeftOut = isKnown && addressed === undefined;
  const shownId = useRef<string>(undefined);
  useEffect(() => {
    if (addressed) shownId.current = fileId;
    if (!isLeftOut || shownId.current === fileId) return;
    const href = galleryAddress({ projectId, year, month, fileId, filter: { inactive: true } });
    void navigate({ href, replace: true });
  }, [addressed, isLeftOut, projectId, year, month, fileId, navigate]);
  const isMissing = fileId !== undefined && posts !== undefined && !isPart && !isKnown;

  if (state.state === 'gone') return <EmptyState screen icon={LockIcon} title={t('pin.gone')} role="alert" />;
  if (state.state === 'failed') return <ErrorView screen failure={shownFailure(t, state.error)} />;

  const go = (change: Partial<GalleryRoute>, replace = true) =>
    void navigate({ href: galleryAddress({ ...place, ...change }), replace });
  const open = (item: GalleryItem) => {
    if (!isVisual(item.file)) {
      void navigate({ href: pinsAddress({ projectId, viewType: 'list', pinId: item.post.pinId, tab: 'media' }) });
      return;
    }
    const [itsYear, itsMonth] = item.month.split('-');
    go({ year: itsYear, month: itsMonth, fileId: item.file.blobId }, false);
  };
  const choose = (item: GalleryItem) =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(item.file.blobId)) next.add(item.file.blobId);
      return next;
    });
  const isFiltered = Object.values(filter).some((one) => one !== undefined);
  // Without a file there is nothing to filter or to download.
  const isBare = posts !== undefined && !isPart && !isFiltered && posts.every(({ files }) => files.length === 0);
  const at = year === undefined ? undefined : `${year}-${month ?? '12'}`;
  const head = (
    <>
      <ScreenHead title={t('nav.media')} />
      <h1 className="ui-hidden">{t('nav.media')}</h1>
    </>
  );
  const empty = (
    <EmptyState
      icon={GalleryIcon}
      title={isFiltered ? t('media.gallery.noneTitle') : t('media.gallery.emptyTitle')}
      action={!isFiltered && <ToPlans projectId={projectId} />}
    >
      {isFiltered ? t('media.gallery.noneText') : t('media.gallery.emptyText')}
    </EmptyState>
  );
  if (isBare && !isMissing)
    return (
      <Stack column flat fill>
        {head}
        {empty}
      </Stack>
    );

  return (
    <Stack gap={0} flat fill className="gallery">
      {head}
      <Toolbar role="group" aria-label={t('pin.listTools')} gap="2 4" justify="between" className="gallery-bar">
        <Filters projectId={projectId} filter={filter} onFilter={(next) => go({ filter: next })} />
        <Row as="span" className="gallery-acts">
          {chosen ? (
            <>
              <span className="ui-figures">{t('media.gallery.chosen', { count: chosen.size })}</span>
              <Button icon={CloseIcon} kind="quiet" onPress={() => setChosen(undefined)}>
                {t('media.cancel')}
              </Button>
            </>
          ) : (
            <ToolButton
              icon={SelectIcon}
              label={t('media.gallery.select')}
              isDisabled={items.length === 0}
              onPress={() => setChosen(new Set())}
            />
          )}
          <CopyLink />
          <ToolButton
            icon={ArchiveFileIcon}
            label={t('media.gallery.download')}
            kind={chosen ? 'next' : 'default'}
            isDisabled={isExporting.length === 0 || !online || (isPart && !chosen)}
            onPress={() => setAsking(true)}
          />
        </Row>
      </Toolbar>
      <div>
        <p className="gallery-count ui-help">
          <PartialCount projectId={projectId} count={posts && items.length}>
            {t('media.gallery.count', { count: items.length })}
          </PartialCount>
        </p>
        <MisreadFilter read={filter} onDrop={() => go({})} />
        {isMissing && (
          <Notice kind="error" onDismiss={() => go({ fileId: undefined })}>
            {t('media.gallery.fileMissing')}
          </Notice>
        )}
        <Box pad="0 edge" className="gallery-offer">
          <OfferMedia projectId={projectId} files={pictures} />
        </Box>
      </div>
      <Row gap={0} align="stretch" flat className="gallery-main">
        {posts === undefined || (isPart && items.length === 0) ? (
          <Grid columns="fill" min={160} gap={1.5} pad="0 edge" grow className="gallery-wait">
            {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => (
              <Skeleton key={key} shape="block" height="130px" />
            ))}
          </Grid>
        ) : items.length === 0 ? (
          empty
        ) : (
          <GalleryGrid
            projectId={projectId}
            items={items}
            at={isPart ? undefined : at}
            chosen={chosen}
            onOpen={open}
            onChoose={choose}
          />
        )}
        {months.length > 1 && (
          <nav className="gallery-months" aria-label={t('media.gallery.months')}>
            {months.map((one) => {
              const [itsYear, itsMonth] = one.month.split('-');
              return (
                <Row
                  as="button"
                  key={one.month}
                  type="button"
                  justify="between"
                  least="control"
                  pad="0 3"
                  corner="m"
                  size="s"
                  ink={2}
                  className="ui-pressable"
                  aria-current={one.month === at ? 'true' : undefined}
                  onClick={() => go({ year: itsYear, month: itsMonth, fileId: undefined })}
                >
                  <span>{t.date(`${one.month}-01`, 'month')}</span>
                  <Text ink={3} figures>
                    {t.number(one.count)}
                  </Text>
                </Row>
              );
            })}
          </nav>
        )}
      </Row>
      <PhotoViewer
        projectId={projectId}
        photos={visuals}
        blobId={fileId ?? null}
        onShow={(blobId) => {
          const next = visuals.find(({ file }) => file.blobId === blobId);
          const [itsYear, itsMonth] = next?.month.split('-') ?? [year, month];
          go({ year: itsYear, month: itsMonth, fileId: blobId ?? undefined });
        }}
        words={(photo) => (
          <>
            <PhotoWords key={photo.post.id} projectId={projectId} photo={photo} actor={actor} people={people} />
            <LinkButton
              kind="quiet"
              icon={PinIcon}
              href={pinsAddress({ projectId, viewType: 'list', pinId: photo.post.pinId, tab: 'media' })}
            >
              {t('media.gallery.toPin', {
                number: pinOf.get(photo.post.pinId)?.number ?? 0,
                title: pinOf.get(photo.post.pinId)?.title ?? '',
              })}
            </LinkButton>
          </>
        )}
      />
      {asking && isExporting.length > 0 && (
        <Dialog
          title={t('media.gallery.downloadTitle', { count: Math.min(isExporting.length, MAX_EXPORT) })}
          size="small"
          isOpen
          isBusy={busy}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button isDisabled={busy} onPress={() => setAsking(false)}>
                {t('media.cancel')}
              </Button>
              <Button
                kind="next"
                isPending={busy}
                isDisabled={isExporting.length === 0}
                onPress={() =>
                  void download(isExporting.slice(0, MAX_EXPORT).map(({ file }) => file.blobId)).then((done) => {
                    if (!done) return;
                    setAsking(false);
                    setChosen(undefined);
                  })
                }
              >
                {t('media.gallery.download')}
              </Button>
            </>
          }
        >
          <p>
            {t('media.gallery.downloadText', {
              size: t.bytes(isExporting.slice(0, MAX_EXPORT).reduce((sum, { file }) => sum + file.size, 0)),
            })}
          </p>
          {isExporting.length > MAX_EXPORT && <p>{t('media.gallery.tooMany', { count: MAX_EXPORT })}</p>}
        </Dialog>
      )}
    </Stack>
  );
}

type FiltersProps = { projectId: string; filter: GalleryFilter; onFilter: (filter: GalleryFilter) => void };

function Filters({ projectId, filter, onFilter }: FiltersProps) {
  const t = useT();
  const plans = useRows('plan', projectId);
  const categories = useRows('category', projectId);
  const people = usePeople(projectId);
  const choice = <Name extends 'kind' | 'who' | 'plan' | 'category'>(
    name: Name,
    choices: readonly { id: string; label: string }[],
  ) => (
    <Select
      label={t(`media.gallery.${name}`)}
      hideLabel
      value={filter[name] ?? ALL}
      choices={[{ id: ALL, label: t(`media.gallery.${name}.all`) }, ...choices]}
      // The selected id is always one of the choices above.
      onChange={(id) => onFilter({ ...filter, [name]: id === ALL ? undefined : id })}
    />
  );
  const byLabel = (a: { label: string }, b: { label: string }) => a.label.localeCompare(b.label, t.locale);
  return (
    <Toolbar className="gallery-filters">
      {choice(
        'kind',
        KINDS.map((id) => ({ id, label: t(`media.gallery.kind.${id}`) })),
      )}
      {choice('who', people.members.map(({ userId }) => ({ id: userId, label: people.nameOf(userId) })).sort(byLabel))}
      {choice(
        'plan',
        [...planNames((plans ?? []).filter((plan) => plan.type === 'Plan'))]
          .map(([id, label]) => ({ id, label }))
          .sort(byLabel),
      )}
      {choice('category', (categories ?? []).map(({ id, title }) => ({ id, label: title })).sort(byLabel))}
      <Switch
        isSelected={filter.inactive === true}
        onChange={(on) => onFilter({ ...filter, inactive: on || undefined })}
      >
        {t('media.showInactive')}
      </Switch>
    </Toolbar>
  );
}
