// The layers of a plan's markups: the private one of each member, the one for all, and named ones for all.
import { AppError } from '../../kernel/errors.ts';
import type { GeoreferenceRow, MarkupLayer, MarkupRow } from '../../site/rows/maps.ts';

type LayerFields = Pick<MarkupRow, 'shared' | 'layerId'>;
/** Rows that a device has stored before layers existed have no layers, and no layer. */
type Layered = { readonly layers?: readonly MarkupLayer[] };

const NO_LAYERS: readonly MarkupLayer[] = [];

export const layersOf = (georeference: Layered | undefined): readonly MarkupLayer[] =>
  georeference?.layers ?? NO_LAYERS;

/** Identifies a layer in lists: the id of a named one, `mine`, or `all`. */
export type LayerKey = string;
export const MINE = 'mine';
export const FOR_ALL = 'all';

export const layerKey = ({ shared = true, layerId = null }: Partial<LayerFields>): LayerKey =>
  layerId ?? (shared ? FOR_ALL : MINE);

/** What a markup on that layer has. */
export const onLayer = (key: LayerKey): LayerFields =>
  key === MINE ? { shared: false, layerId: null } : { shared: true, layerId: key === FOR_ALL ? null : key };

/** Markups that have not been removed, neither themselves nor with their layer. */
export function activeMarkups<M extends MarkupRow>(
  markups: readonly M[],
  georeference: Pick<GeoreferenceRow, 'layers'> | undefined,
): M[] {
  const removed = new Set(layersOf(georeference).flatMap((layer) => (layer.active ? [] : layer.id)));
  return markups.filter((markup) => markup.active && !removed.has(layerKey(markup)));
}

/** Throws `not_found` for an unknown or removed layer, and `layer_locked`. */
export function requireUnlocked(georeference: Layered | undefined, layerId: string | null): void {
  if (layerId === null) return;
  const layer = layersOf(georeference).find(({ id }) => id === layerId);
  if (!layer?.active) throw new AppError('not_found');
  if (layer.locked) throw new AppError('layer_locked');
}
