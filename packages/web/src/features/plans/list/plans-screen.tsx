// The plans of a project: folders, previews, search and order; importing plans and organising them.
import { can } from '@plumbline/core/access/capabilities';
import type { PlanImport } from '@plumbline/core/features/imports/contract';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useDownloadedPlans, useProject, useRowsBy } from '../../../local/use-rows.ts';
import { shownFailure } from '../../../shared/data/shown-failure.ts';
import {
  importRevisionAddress,
  planAddress,
  plansAddress,
  versionsAddress,
} from '../../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { useActor } from '../../../shared/site/actor.ts';
import { below, buildTree, itemsIn, listed, pathTo, plansAt } from '../../../shared/site/plan-tree.ts';
import { isProgramCached } from '../../../shared/version/worker.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { BimIcon, LockIcon, UploadIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { ActionBar } from '../../../ui/layout/page.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { ImportStrip } from '../../imports/import-strip.tsx';
import { useFileDrop } from '../../imports/upload/drop-zone.tsx';
import { fileProblem, problemText } from '../../imports/upload/file-check.ts';
import { addUploads } from '../../imports/upload/upload-queue.ts';
import { useImports, useUploads } from '../../imports/use-imports.ts';
import { savedViewType } from '../opening/plan-memory.ts';
import { usePlanPreload } from '../opening/use-plan-preload.ts';
import { usePlanFacts } from '../plan-facts.ts';
import { PlanGrid } from './plan-grid.tsx';
import type { EntryActions } from './plan-menu.tsx';
import { PlanTable } from './plan-table.tsx';
import { isForAll, type PlanTask, type PlanTaskName, taskFromUrl } from './plan-tasks.tsx';
import { PlansBar } from './plans-bar.tsx';
import { PlansOverlays } from './plans-overlays.tsx';
import { PlansEmpty, PlansSkeleton } from './plans-placeholders.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useListSettings } from './use-list-settings.ts';
import { usePlanActions } from './use-plan-actions.ts';
import './plans.css';

export type PlansScreenProps = {
  projectId: string;
  /** The dialog to open, from the URL. */
  opens?: PlanTaskName | undefined;
  /** The entry to rename, the parent of a new folder, the entry to move, or the model that gets a new version. */
  entryId?: string | undefined;
};

const NO_IMPORTS: readonly PlanImport[] = [];
const PlansExport = later(() => import('./plans-export.tsx').then((its) => its.PlansExport));

const NO_SELECTION: ReadonlySet<string> = new Set();

export function PlansScreen(props: PlansScreenProps) {
  const { projectId } = props;
  const t = useT();
  const sync = useProject(projectId);
  const rows = useRowsBy('plan', 'projectId', projectId);
  if (sync.state === 'gone') return <EmptyState screen icon={LockIcon} title={t('plan.gone')} role="alert" />;
  if (sync.state === 'failed' && !rows?.length) return <ErrorView screen failure={shownFailure(t, sync.error)} />;
  if (rows === undefined || (sync.state === 'loading' && rows.length === 0)) return <PlansSkeleton />;
  return <Plans {...props} rows={rows} />;
}

function Plans({ projectId, opens, entryId, rows }: PlansScreenProps & { rows: readonly PlanRow[] }) {
  const t = useT();
  const phone = useMedia(PHONE);
  const router = useRouter();
  const { folder } = useSearch({ strict: false }) as { folder?: string };
  const actor = useActor(projectId);
  const mayManage = actor !== undefined && can(actor.role, 'plan.manage');
  const { settings, onSettings } = useListSettings();
  const search = useDeferredValue(settings.search.trim());
  const [selection, setSelection] = useState(NO_SELECTION);
  const [task, setTask] = useState<PlanTask | undefined>(() => taskFromUrl(opens, entryId, rows));
  const [rejected, setRejected] = useState<readonly string[]>([]);
  const [choosingMap, setChoosingMap] = useState(false);
  const [printing, setPrinting] = useState<PlanRow>();
  const planActions = usePlanActions(projectId);
  const imports = useImports(projectId, mayManage).data ?? NO_IMPORTS;
  const uploads = useUploads(projectId);

  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const tree = useMemo(() => buildTree(rows), [rows]);
  const folderId = folder !== undefined && byId.get(folder)?.type === 'Folder' ? folder : null;
  const path = pathTo(byId, folderId);
  const { active, sort, reverse } = settings;
  const { entry, facts } = usePlanFacts(projectId, { folderId, search, active }, rows);
  const here = useDownloadedPlans();
  const list = useRef<HTMLDivElement>(null);
  usePlanPreload(list, projectId, entry);
  const shown = useMemo(
    () => listed(tree, { folderId, search, active, sort, reverse, locale: t.locale, here }, facts),
    [tree, folderId, search, active, sort, reverse, t, facts, here],
  );
  const selected = shown.filter((row) => selection.has(row.id));

  const close = () => {
    setTask(undefined);
    setRejected([]);
    // Closing a dialog that has a URL returns to the list below it.
    if (opens) router.history.replace(plansAddress(projectId, folderId));
  };
  const onFiles = (files: File[]) => {
    const problems = files.map((file) => ({ file, problem: fileProblem(file) }));
    setRejected(problems.flatMap(({ file, problem }) => (problem ? [problemText(t, problem, file)] : [])));
    addUploads(
      projectId,
      folderId,
      problems.filter(({ problem }) => !problem).map(({ file }) => file),
      // A new version of a building model.
      opens === 'import' && entryId !== undefined ? entryId : null,
    );
    setTask({ kind: 'import' });
  };
  const openImport = () => setTask({ kind: 'import' });
  const newMap = mayManage ? () => setChoosingMap(true) : undefined;
  const drop = useFileDrop(mayManage ? onFiles : undefined);
  const hrefOf = (row: PlanRow) =>
    row.type === 'Folder'
      ? plansAddress(projectId, row.id)
      : planAddress({ projectId, planId: row.id, viewType: phone ? 'plan' : savedViewType() });
  const actions: EntryActions = {
    mayManage,
    onSelect: (row) => setSelection(new Set([...selection, row.id])),
    onRename: (row) => setTask({ kind: 'rename', row }),
    onMove: (moving) => setTask({ kind: 'move', rows: moving }),
    onSetActive: (which, on) =>
      void planActions.setActive(which, on).then((done) => done && setSelection(NO_SELECTION)),
    onDownload: (row) => void planActions.download(row),
    onPrint: setPrinting,
    onVersions: (row) => router.history.push(versionsAddress(projectId, row.id)),
    onOffline: isProgramCached() ? (row) => setTask({ kind: 'offline', rows: plansAt(tree, row) }) : undefined,
    onRemoveOffline: (row) => setTask({ kind: 'removeOffline', row }),
    onRevise: (row) => router.history.push(importRevisionAddress(projectId, row.id)),
  };
  const listProps = {
    rows: shown,
    entryOf: entry,
    itemsOf: (id: string) => itemsIn(tree, id),
    hrefOf,
    selection: mayManage ? { ids: selection, onChange: setSelection } : undefined,
    actions,
    now: new Date(),
    empty: (
      <PlansEmpty
        searching={search !== ''}
        active={active}
        inFolder={folderId !== null}
        onImport={mayManage ? openImport : undefined}
        readsOnly={actor !== undefined && !mayManage}
        onNewMap={newMap}
      />
    ),
  };
  const mayImport = mayManage && !(rows.length === 0 && uploads.length === 0);

  const exportButton = rows.length > 0 && (
    <PlansExport projectId={projectId} folderId={folderId} settings={settings} rows={shown} />
  );

  return (
    <Stack column flat fill anchor className="plans" {...drop.on}>
      <ScreenHead
        title={path.at(-1)?.name ?? t('plan.list')}
        path={path.map((row, i) => ({
          id: row.id,
          label: row.name,
          ...(i < path.length - 1 && { href: plansAddress(projectId, row.id) }),
        }))}
      >
        {folderId !== null && byId.get(folderId)?.planType === 'BimCloud' && (
          <LinkButton
            kind="brand"
            icon={BimIcon}
            href={planAddress({ projectId, planId: folderId, viewType: savedViewType() })}
          >
            {t('models.open')}
          </LinkButton>
        )}
        {!phone && mayImport && (
          <Button kind="next" icon={UploadIcon} onPress={openImport}>
            {t('plan.import')}
          </Button>
        )}
      </ScreenHead>
      <h1 className="ui-hidden">{path.at(-1)?.name ?? t('plan.list')}</h1>
      {rows.length > 0 && (
        <PlansBar
          settings={settings}
          onSettings={onSettings}
          phone={phone}
          onNewFolder={mayManage ? () => setTask({ kind: 'newFolder', parentId: folderId }) : undefined}
          onNewMap={newMap}
          onOffline={isProgramCached() ? () => setTask({ kind: 'offline', rows: below(tree, folderId) }) : undefined}
          exportButton={exportButton}
        />
      )}
      {mayManage && (
        <ImportStrip
          projectId={projectId}
          uploads={uploads}
          imports={imports}
          onChoose={openImport}
          onShowAll={() => setTask({ kind: 'status' })}
          onFiles={onFiles}
        />
      )}
      <Stack column flat grow anchor className="plans-list" ref={list}>
        {phone || settings.layout === 'grid' ? (
          <PlanGrid {...listProps} />
        ) : (
          <PlanTable
            {...listProps}
            sort={sort}
            reverse={reverse}
            onSort={(next, reversed) => onSettings({ sort: next, reverse: reversed })}
            onOpen={(row) => router.history.push(hrefOf(row))}
          />
        )}
      </Stack>
      {phone && mayImport && selected.length === 0 && (
        <ActionBar>
          <Button kind="next" size="l" icon={UploadIcon} onPress={openImport}>
            {t('plan.import')}
          </Button>
        </ActionBar>
      )}
      <SelectionBar rows={selected} actions={actions} onClear={() => setSelection(NO_SELECTION)} />
      {drop.over && (
        <Stack gap={0} align="center" justify="center" ink="brand" through className="plans-drop" aria-hidden="true">
          <span>{t('import.dropHere')}</span>
          <span>{t('import.dropInto', { folder: path.at(-1)?.name ?? t('import.root') })}</span>
        </Stack>
      )}
      <PlansOverlays
        projectId={projectId}
        folderId={folderId}
        tree={tree}
        task={mayManage || isForAll(task) ? task : opens && actor && task && { kind: 'forbidden' }}
        planActions={planActions}
        uploads={uploads}
        imports={imports}
        onFiles={onFiles}
        rejected={rejected}
        onImport={openImport}
        onClose={close}
        onDone={() => setSelection(NO_SELECTION)}
        printing={printing}
        onPrintClose={() => setPrinting(undefined)}
        choosingMap={choosingMap}
        onMapClose={() => setChoosingMap(false)}
      />
    </Stack>
  );
}
