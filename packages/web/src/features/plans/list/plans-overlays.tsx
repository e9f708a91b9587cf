// Everything that opens over the list of plans: imports, the map window, exports, and dialogs that change the tree.

import type { PlanImport } from '@plumbline/core/features/imports/contract';
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { inOneLine } from '@plumbline/locales/one-line';
import { useRouter } from '@tanstack/react-router';
import { type ComponentProps, useMemo } from 'react';
import { planAddress } from '../../../shared/navigation/addresses.ts';
import { foldersFor, type Tree } from '../../../shared/site/plan-tree.ts';
import { later } from '../../../ui/later.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { ImportDialog } from '../../imports/import-dialog.tsx';
import { toChoose } from '../../imports/pages/page-selection.ts';
import { StatusDialog } from '../../imports/status-dialog.tsx';
import { MapDialog } from '../../maps/map-window.tsx';
import { savedViewType } from '../opening/plan-memory.ts';
import { PlanDialogs, type PlanTask } from './plan-tasks.tsx';
import type { PlanActions } from './use-plan-actions.ts';

const PrintDialog = later(() => import('../prints/print-dialog.tsx').then((module) => module.PrintDialog));

const NO_FOLDERS: ReadonlySet<string> = new Set();

export type PlansOverlaysProps = {
  projectId: string;
  folderId: string | null;
  tree: Tree;
  task: PlanTask | undefined;
  planActions: PlanActions;
  uploads: ComponentProps<typeof ImportDialog>['uploads'];
  imports: readonly PlanImport[];
  onFiles: (files: File[]) => void;
  /** Why files were rejected before their upload. */
  rejected: readonly string[];
  onImport: () => void;
  onClose: () => void;
  /** Called after entries were moved. */
  onDone: () => void;
  /** The plan to export as a PDF. */
  printing: PlanRow | undefined;
  onPrintClose: () => void;
  choosingMap: boolean;
  onMapClose: () => void;
};

export function PlansOverlays(props: PlansOverlaysProps) {
  const { projectId, folderId, tree, task, uploads, imports, onFiles, onImport, onClose, printing } = props;
  const t = useT();
  const phone = useMedia(PHONE);
  const router = useRouter();
  const choosing = useMemo(() => toChoose(imports), [imports]);
  return (
    <>
      {props.choosingMap && (
        <MapDialog
          projectId={projectId}
          parentId={folderId}
          isOpen
          onClose={props.onMapClose}
          onMade={(planId) => {
            props.onMapClose();
            router.history.push(planAddress({ projectId, planId, viewType: phone ? 'plan' : savedViewType() }));
          }}
        />
      )}
      {printing && (
        <PrintDialog
          projectId={projectId}
          planId={printing.id}
          name={inOneLine([printing.sheetNumber, printing.name], ' ')}
          onClose={props.onPrintClose}
        />
      )}
      <ImportDialog
        projectId={projectId}
        isOpen={task?.kind === 'import'}
        onClose={onClose}
        onFiles={onFiles}
        refused={props.rejected}
        uploads={uploads}
        imports={imports}
        ready={choosing}
        folders={foldersFor(tree, NO_FOLDERS, t.locale)}
        folderId={folderId}
      />
      <StatusDialog
        projectId={projectId}
        uploads={uploads}
        isOpen={task?.kind === 'status'}
        onClose={onClose}
        onChoose={onImport}
        onFiles={onFiles}
      />
      <PlanDialogs task={task} tree={tree} planActions={props.planActions} onClose={onClose} onDone={props.onDone} />
    </>
  );
}
