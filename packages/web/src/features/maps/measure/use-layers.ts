// The layers of a plan's markups on this screen: the one to draw on, and which are shown.
import { can } from '@plumbline/core/access/capabilities';
import { FOR_ALL, type LayerKey, layerKey, layersOf, MINE } from '@plumbline/core/features/maps/layers';
import type { Actor } from '@plumbline/core/site/actor';
import type { GeoreferenceRow, MarkupLayer, MarkupRow } from '@plumbline/core/site/rows/maps';
import { useMemo, useState } from 'react';
import { useAct } from '../../../shared/site/use-act.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';

type Options = {
  projectId: string;
  planId: string;
  georeference: GeoreferenceRow | undefined;
  actor: Actor | undefined;
};

const NONE: ReadonlySet<LayerKey> = new Set();

export function useLayers({ projectId, planId, georeference, actor }: Options) {
  const t = useT();
  const act = useAct(projectId);
  const named = useMemo(() => layersOf(georeference).filter((layer) => layer.active), [georeference]);
  const [chosen, setChosen] = useState<LayerKey>(FOR_ALL);
  const [hidden, setHidden] = useState(NONE);
  const isOpen = (key: LayerKey) =>
    key === FOR_ALL || key === MINE || named.some((layer) => layer.id === key && !layer.locked);
  const show = (key: LayerKey, on: boolean) =>
    setHidden((before) => {
      const next = new Set(before);
      if (on) next.delete(key);
      else next.add(key);
      return next;
    });
  const update = (id: string, set: { locked?: boolean; active?: boolean }) =>
    act('markupLayer.update', { planId, id, set });
  return {
    named,
    /** The layer to draw on. Someone may have locked or removed the chosen one. */
    current: isOpen(chosen) ? chosen : FOR_ALL,
    hidden,
    show,
    isOpen,
    isLocked: (markup: MarkupRow) => !isOpen(layerKey(markup)),
    nameOf: (key: LayerKey): string =>
      key === MINE
        ? t('measure.layerMine')
        : (named.find((layer) => layer.id === key)?.name ?? t('measure.layerForAll')),
    choose: (key: LayerKey) => {
      setChosen(key);
      show(key, true);
    },
    mayEdit: (layer: MarkupLayer) =>
      actor !== undefined && can(actor.role, 'pin.edit', { own: layer.createdBy === actor.userId, assigned: false }),
    add: async (name: string): Promise<boolean> => {
      const id = crypto.randomUUID();
      if (!(await act('markupLayer.create', { planId, id, name }))) return false;
      setChosen(id);
      return true;
    },
    lock: (layer: MarkupLayer, locked: boolean) => void update(layer.id, { locked }),
    remove: async (layer: MarkupLayer) => {
      if (!(await update(layer.id, { active: false }))) return;
      showToast({ text: t('measure.layerRemoved'), onUndo: () => void update(layer.id, { active: true }) });
    },
    move: (markup: MarkupRow, key: LayerKey) =>
      act('markup.setLayer', { id: markup.id, layerId: key === FOR_ALL ? null : key }),
  };
}

export type Layers = ReturnType<typeof useLayers>;
