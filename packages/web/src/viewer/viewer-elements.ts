// The viewer's elements and the OpenLayers map in them, without OpenLayers' own controls and keys.
import { altShiftKeysOnly } from 'ol/events/condition.js';
import DoubleClickZoom from 'ol/interaction/DoubleClickZoom.js';
import DragPan from 'ol/interaction/DragPan.js';
import DragRotate from 'ol/interaction/DragRotate.js';
import type Interaction from 'ol/interaction/Interaction.js';
import PinchRotate from 'ol/interaction/PinchRotate.js';
import PinchZoom from 'ol/interaction/PinchZoom.js';
import Kinetic from 'ol/Kinetic.js';
import Layer from 'ol/layer/Layer.js';
import OlMap from 'ol/Map.js';
import type { ViewerLabels } from './options.ts';
import { screenRatio } from './tiles/screen-ratio.ts';

export interface ViewerElements {
  readonly root: HTMLElement;
  /** Receives focus and contains the plan. */
  readonly viewport: HTMLElement;
  setLabels(labels: ViewerLabels): void;
}

let count = 0;

export function createElements(element: HTMLElement): ViewerElements {
  const root = document.createElement('div');
  root.className = 'plv';
  const viewport = document.createElement('div');
  viewport.className = 'plv-viewport';
  viewport.tabIndex = 0;
  viewport.setAttribute('role', 'application');
  const help = document.createElement('div');
  help.className = 'plv-hidden';
  help.id = `plv-help-${++count}`;
  viewport.setAttribute('aria-describedby', help.id);
  root.append(help, viewport);
  element.append(root);
  return {
    root,
    viewport,
    setLabels(labels) {
      viewport.setAttribute('aria-label', labels.viewer);
      help.textContent = labels.help;
    },
  };
}

/** Calls back when the window moves to a screen with another pixel density or is zoomed. */
export function watchPixelRatio(changed: (ratio: number) => void): () => void {
  let query: MediaQueryList | undefined;
  const listen = (): void => {
    query?.removeEventListener('change', onChange);
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', onChange);
  };
  const onChange = (): void => {
    listen();
    changed(screenRatio());
  };
  listen();
  return () => query?.removeEventListener('change', onChange);
}

export function createMap(viewport: HTMLElement, ratio: number, tools: Interaction, reducedMotion: boolean): OlMap {
  const coarse = matchMedia('(pointer: coarse)').matches;
  const pan = reducedMotion ? {} : { kinetic: new Kinetic(-0.005, 0.05, 100) };
  const duration = reducedMotion ? 0 : 170;
  return new OlMap({
    target: viewport,
    layers: [],
    controls: [],
    // The last interaction receives events first.
    interactions: [
      new DragRotate({ condition: altShiftKeysOnly, duration }),
      new DoubleClickZoom({ duration }),
      new DragPan(pan),
      new PinchRotate({ duration, threshold: 0.25 }),
      new PinchZoom({ duration }),
      tools,
    ],
    pixelRatio: ratio,
    moveTolerance: coarse ? 7 : 3,
    maxTilesLoading: 16,
  });
}

/** A layer that only reports when a frame is drawn and shows the given canvas above the tiles. */
export function overlayLayer(canvas: HTMLCanvasElement, onFrame: () => void): Layer {
  return new Layer({
    render: () => {
      onFrame();
      return canvas;
    },
  });
}
