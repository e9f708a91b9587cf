// The first view: waits until the element has a size, requests its tiles before the first frame, and reports when they
// are drawn.
import type OlMap from 'ol/Map.js';
import type { Camera } from './camera/camera.ts';
import type { Padding, ViewState } from './camera/geometry.ts';
import type { MarkLayer } from './mark-layer.ts';
import type { PlanTiles } from './tiles/plan-tiles.ts';
import { overlayLayer } from './viewer-elements.ts';

export interface FirstViewParts {
  readonly map: OlMap;
  readonly camera: Camera;
  readonly marks: MarkLayer;
  readonly tiles: PlanTiles;
  setPadding(padding: Padding): void;
  drawFrame(): void;
  /** Called each time all tiles of the view are drawn. */
  drawn(): void;
}

/** A hidden element gets its size when it is shown. */
export function showFirstView(
  parts: FirstViewParts,
  { padding, view }: { readonly padding?: Padding | undefined; readonly view?: Partial<ViewState> | undefined },
): void {
  const { map, camera, marks } = parts;
  let shown = false;
  const sized = (): void => {
    if (!camera.ready) return;
    if (shown) {
      camera.resized();
      return;
    }
    shown = true;
    if (padding) parts.setPadding(padding);
    camera.fit(false);
    if (view) camera.set(view, false);
    parts.tiles.preload(camera.frame());
    map.addLayer(parts.tiles.layer);
    map.addLayer(overlayLayer(marks.overlay.element, () => parts.drawFrame()));
    // The layer requests its tiles with its first frame; rendering now draws those already loaded before the first
    // paint.
    map.renderSync();
  };
  map.on('change:size', sized);
  map.on('rendercomplete', () => {
    if (shown) parts.drawn();
  });
  sized();
}
