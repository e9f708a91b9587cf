// Setting a pin on the plan, and moving one with a way back.
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import { useAct } from '../../../shared/site/use-act.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { PlanViewerHandle } from '../../../viewer/options.ts';
import type { Lie } from '../sheets/lie.ts';
import type { Mode } from './plan-stage.tsx';

export type PlacingOptions = {
  projectId: string;
  planId: string;
  /** With places in plan space. */
  joined: readonly PinInContext[] | undefined;
  /** Between the sheet that is clicked and plan space. */
  lie: Lie;
  mode: Mode;
  /** The chosen pin, which goes where is clicked while the mode is `move`. */
  pinId: string | undefined;
  viewer: PlanViewerHandle | null;
  /** What a new pin has from the beginning. */
  content?: { categoryId: string | null } | undefined;
  /** The click has done what it was for. */
  onDone: () => void;
  onPlaced: (pinId: string) => void;
};

export function usePlacing(options: PlacingOptions) {
  const { projectId, planId, joined, lie, mode, pinId, viewer, content, onDone, onPlaced } = options;
  const t = useT();
  const act = useAct(projectId);

  const move = async (id: string, x: number, y: number) => {
    const before = joined?.find((one) => one.pin.id === id)?.pin;
    if (!before || before.x === null || before.y === null) return;
    const from = { x: before.x, y: before.y };
    if (!(await act('pin.move', { id, planId, ...lie.toPlan({ x, y }) }))) {
      // The viewer shows it at its new place already.
      viewer?.patchPin(id, lie.toSheet(from));
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
    if (!(await act('pin.create', { id, planId, ...lie.toPlan({ x, y }), ...(content && { content }) }))) return;
    onDone();
    onPlaced(id);
  };
  return { put, move };
}
