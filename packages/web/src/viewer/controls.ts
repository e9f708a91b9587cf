// The buttons in the corner (zoom, fit, north) and the live region for screen readers. All text comes from the labels.
import type { ViewerLabels } from './options.ts';

const SVG = 'http://www.w3.org/2000/svg';

const ICONS = {
  zoomIn: ['M12 5v14', 'M5 12h14'],
  zoomOut: ['M5 12h14'],
  fit: ['M4 9V5a1 1 0 0 1 1-1h4', 'M15 4h4a1 1 0 0 1 1 1v4', 'M20 15v4a1 1 0 0 1-1 1h-4', 'M9 20H5a1 1 0 0 1-1-1v-4'],
} as const;

export interface ControlActions {
  zoomIn(): void;
  zoomOut(): void;
  fit(): void;
  north(): void;
}

export class Controls {
  readonly element = document.createElement('div');
  private readonly buttons: { readonly [name in keyof ControlActions]: HTMLButtonElement };
  private readonly needle: SVGElement;

  constructor(labels: ViewerLabels, actions: ControlActions) {
    this.element.className = 'plv-controls';
    this.needle = needleIcon();
    this.buttons = {
      north: button(this.needle, 'plv-north', actions.north),
      zoomIn: button(lineIcon(ICONS.zoomIn), '', actions.zoomIn),
      zoomOut: button(lineIcon(ICONS.zoomOut), '', actions.zoomOut),
      fit: button(lineIcon(ICONS.fit), '', actions.fit),
    };
    const zoom = document.createElement('div');
    zoom.className = 'plv-group';
    zoom.append(this.buttons.zoomIn, this.buttons.zoomOut);
    this.element.append(this.buttons.north, zoom, this.buttons.fit);
    this.setLabels(labels);
    this.setRotation(0);
  }

  setLabels(labels: ViewerLabels): void {
    for (const name of ['north', 'zoomIn', 'zoomOut', 'fit'] as const) {
      this.buttons[name].setAttribute('aria-label', labels[name]);
      this.buttons[name].title = labels[name];
    }
  }

  /** The north button is shown only while the plan is rotated. */
  setRotation(degrees: number): void {
    this.buttons.north.hidden = degrees === 0;
    this.needle.style.transform = `rotate(${degrees}deg)`;
  }
}

function button(icon: SVGElement, className: string, action: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = `plv-button ${className}`.trim();
  element.append(icon);
  element.addEventListener('click', action);
  return element;
}

function svg(): SVGElement {
  const icon = document.createElementNS(SVG, 'svg');
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  return icon;
}

function lineIcon(paths: readonly string[]): SVGElement {
  const icon = svg();
  for (const d of paths) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    icon.append(path);
  }
  return icon;
}

function needleIcon(): SVGElement {
  const icon = svg();
  for (const [d, className] of [
    ['M12 2.5 15.8 12H8.2Z', 'plv-needle-north'],
    ['M12 21.5 8.2 12h7.6Z', 'plv-needle-south'],
  ] as const) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', d);
    path.setAttribute('class', className);
    icon.append(path);
  }
  return icon;
}

/** Announces short sentences to screen readers; repeats a sentence even when it is the same as the last. */
export class Announcer {
  readonly element = document.createElement('div');

  constructor() {
    this.element.className = 'plv-hidden';
    this.element.setAttribute('aria-live', 'polite');
  }

  say(text: string): void {
    const same = this.element.textContent === text;
    this.element.textContent = same ? `${text}\u00a0` : text;
  }
}
