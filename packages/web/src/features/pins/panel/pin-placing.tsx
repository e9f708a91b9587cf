// Copies a pin, or moves one to another plan: the plan is chosen here, the position is then set by hand.
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRowsBy } from '../../../local/use-rows.ts';
import { pinAddress } from '../../../shared/navigation/addresses.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import '../../../shared/bulk/bulk-edit.css';

const NO_PLAN = 'none';
/** A copy on the same plan is placed next to the original, not on top of it. */
const COPY_OFFSET = 0.015;

type Placing = 'copy' | 'move';

/** `copy` and `move` ask for the plan; the returned dialog must be rendered. */
export function usePinPlacing(projectId: string, pin: PinRow) {
  const [requested, setRequested] = useState<Placing>();
  const question = requested && (
    <PlacingDialog projectId={projectId} pin={pin} placing={requested} onClose={() => setRequested(undefined)} />
  );
  return { ask: setRequested, question };
}

type PlacingDialogProps = { projectId: string; pin: PinRow; placing: Placing; onClose: () => void };

function PlacingDialog({ projectId, pin, placing, onClose }: PlacingDialogProps) {
  const t = useT();
  const act = useAct(projectId);
  const navigate = useNavigate();
  const plans = useRowsBy('plan', 'projectId', projectId) ?? [];
  const [planId, setPlanId] = useState(pin.planId ?? NO_PLAN);
  const [busy, setBusy] = useState(false);
  const offered = plans
    .filter((plan) => plan.type === 'Plan' && (plan.active || plan.id === pin.planId))
    .toSorted((a, b) => a.name.localeCompare(b.name, t.locale, { numeric: true }));
  const stays = planId === (pin.planId ?? NO_PLAN);

  const place = () => {
    if (planId === NO_PLAN) return { planId: null, x: null, y: null };
    const inside = (value: number) => (value + COPY_OFFSET <= 1 ? value + COPY_OFFSET : value - COPY_OFFSET);
    if (stays && pin.x !== null && pin.y !== null) return { planId, x: inside(pin.x), y: inside(pin.y) };
    return { planId, x: 0.5, y: 0.5 };
  };
  const show = (pinId: string) => {
    void navigate({ href: pinAddress({ id: pinId, projectId, planId: planId === NO_PLAN ? null : planId }) });
  };
  const apply = async () => {
    setBusy(true);
    const { title, categoryId, notes, tags, ratings, t1, t2, t3, fields } = pin;
    const content = { title, categoryId, notes, tags, ratings, t1, t2, t3, fields };
    const copyId = crypto.randomUUID();
    const done =
      placing === 'copy'
        ? await act('pin.create', { id: copyId, ...place(), content })
        : await act('pin.move', { id: pin.id, ...place() });
    setBusy(false);
    if (!done) return;
    onClose();
    const undo =
      placing === 'move'
        ? () => void act('pin.move', { id: pin.id, planId: pin.planId, x: pin.x, y: pin.y })
        : undefined;
    showToast({ text: t(placing === 'copy' ? 'pin.copied' : 'pin.moved'), ...(undo && { onUndo: undo }) });
    show(placing === 'copy' ? copyId : pin.id);
  };
  return (
    <Dialog
      title={t(placing === 'copy' ? 'pin.copyTitle' : 'pin.moveTitle')}
      size="small"
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={busy} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" isPending={busy} isDisabled={placing === 'move' && stays} onPress={() => void apply()}>
            {t(placing === 'copy' ? 'pin.copy' : 'pin.moveTo')}
          </Button>
        </>
      }
    >
      <Stack fluid gap={4}>
        <Select
          label={t('pin.plan')}
          value={planId}
          onChange={setPlanId}
          choices={[
            { id: NO_PLAN, label: t('pin.without') },
            ...offered.map((plan) => ({ id: plan.id, label: plan.name, detail: plan.sheetNumber || undefined })),
          ]}
        />
        <p className="ui-help">{t(placing === 'copy' ? 'pin.copyText' : 'pin.moveText')}</p>
      </Stack>
    </Dialog>
  );
}
