// Places a new pin on the plan, and moves one with undo.
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { PlanPoint } from '@plumbline/core/site/geometry/alignment';
import { useAct } from '../../../shared/site/use-act.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { PlanViewerHandle } from '../../../viewer/options.ts';
import type { SheetTransform } from '../sheets/sheet-transform.ts';
import type { Mode } from './stage/stage-notes.tsx';

export type PlacingOptions = {
  projectId: string;
  planId: string;
  /** With positions in plan space. */
  pins: readonly PinInContext[] | undefined;
  /** Between the clicked sheet and plan space. */
  transform: SheetTransform;
  mode: Mode;
  /** The selected pin, which moves to the clicked position in `move` mode. */
  pinId: string | undefined;
  viewer: PlanViewerHandle | null;
  /** Initial content of a new pin at a position on the sheet. */
  contentAt?: ((at: PlanPoint) => { categoryId: string | null; title: string }) | undefined;
  /** The click has been handled. */
  onDone: () => void;
  onPlaced: (pinId: string) => void;
};

export function usePlacing(options: PlacingOptions) {
  const { projectId, planId, pins, transform, mode, pinId, viewer, contentAt, onDone, onPlaced } = options;
  const t = useT();
  const act = useAct(projectId);

  const move = async (id: string, x: number, y: number) => {
    const before = pins?.find((one) => one.pin.id === id)?.pin;
    if (!before || before.x === null || before.y === null) return;
    const from = { x: before.x, y: before.y };
    if (!(await act('pin.move', { id, planId, ...transform.toPlan({ x, y }) }))) {
      // The viewer already shows it at its new position.
      viewer?.patchPin(id, transform.toSheet(from));
      return;
    }
    showToast({
      text: t('plan.pinMoved', { pin: before.number === null ? before.title : `#${before.number}` }),
      onUndo: () => void act('pin.move', { id, planId, ...from }),
    });
  };
  const put = async (x: number, y: number) => {
    if (mode === 'move' && pinId !== undefined) {
      onDone();
      await move(pinId, x, y);
      return;
    }
    const id = crypto.randomUUID();
    const content = contentAt?.({ x, y });
    if (!(await act('pin.create', { id, planId, ...transform.toPlan({ x, y }), ...(content && { content }) }))) return;
    onDone();
    onPlaced(id);
  };
  return { put, move };
}
