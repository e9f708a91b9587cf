// The viewer in isolation: a synthetic plan, any number of pins, every setting. Served only in development and by the
// benchmark. URL: ?pins=1000&theme=dark&bright&grey&night&map&bare&delay=200&fail=5
import type { PlanViewerHandle, ViewerLabels } from '../viewer/options.ts';
import { createPlanViewer } from '../viewer/viewer.ts';
import { labPins } from './synthetic-pins.ts';
import { labPlan } from './synthetic-plan.ts';

const PALETTE = [
  ...['#713b21', '#a48f69', '#a56f0c', '#d9b629', '#e47318', '#ca0a08', '#f74791', '#870b75'],
  ...['#784bc4', '#257dcf', '#0f42a6', '#226b7d', '#10a4a6', '#539f35', '#105535'],
];

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

const LABELS: ViewerLabels = {
  viewer: 'Plan Level 3',
  help: 'Arrow keys move, plus and minus zoom, 0 fits, R turns, N turns north up, Tab walks through the pins.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit the plan',
  north: 'North up',
  overview: 'Overview',
  placing: 'Placing a pin. Enter places it in the middle.',
  placed: 'Pin placed',
  moving: 'Moving the pin. Enter drops it, Escape puts it back.',
  moved: 'Pin moved',
  cancelled: 'Cancelled',
  outside: 'Outside the plan',
  pin: (pin) => `Pin ${pin.number}`,
  bubble: (count) => `${count} pins`,
  count: (count) => short.format(count),
  zoom: (percent) => `${percent} per cent`,
  rotation: (degrees) => `Turned by ${Math.round(degrees)} degrees`,
};

declare global {
  interface Window {
    /** For the benchmark and the browser checks. */
    lab: { viewer: PlanViewerHandle; events: unknown[][]; setPins: (count: number) => number };
  }
}

const query = new URLSearchParams(location.search);
const root = document.documentElement;
root.dataset.theme = query.get('theme') ?? 'light';
if (query.has('bare')) root.dataset.bare = '';
if (query.has('bright')) root.dataset.bright = '';

const events: unknown[][] = [];
const scale = document.createElement('output');
const output = document.createElement('output');
const note = (...event: unknown[]): void => {
  events.push(event);
  output.textContent = event.join(' ');
};

const stage = document.querySelector<HTMLElement>('#stage');
if (!stage) throw new Error('the lab page has no stage');
const viewer = createPlanViewer(stage, {
  plan: labPlan({ delayMs: Number(query.get('delay') ?? 0), failLevel: Number(query.get('fail') ?? -1) }),
  palette: PALETTE,
  labels: LABELS,
  minimap: query.has('map'),
  appearance: { bright: query.has('bright'), greyscale: query.has('grey'), night: query.has('night') },
  onScale: (percent) => {
    scale.textContent = `${percent} %`;
  },
  onView: (view) => note('view', view.cx, view.cy, view.zoom, view.rotation),
  onSelect: (id) => note('select', id),
  onOpen: (id) => note('open', id),
  onPinMenu: (id) => note('menu', id),
  onBubble: (ids) => note('bubble', ids.length),
  onPlace: (x, y) => note('place', x, y),
  onMove: (id, x, y) => note('move', id, x, y),
  onOutside: () => note('outside'),
  onTool: (tool) => note('tool', tool),
  onTiles: ({ pending, failed }) => {
    if (failed > 0) note('tiles', pending, failed);
  },
  onReady: () => note('ready', Math.round(performance.now())),
});

const setPins = (count: number): number => {
  const pins = labPins(count);
  const start = performance.now();
  viewer.setPins(pins);
  return performance.now() - start;
};
setPins(Number(query.get('pins') ?? 50));
window.lab = { viewer, events, setPins };

const bar = document.querySelector('#bar');
const add = (text: string, ...parts: Node[]): void => {
  const label = document.createElement('label');
  label.append(text, ' ', ...parts);
  bar?.append(label);
};
const counts = document.createElement('input');
counts.type = 'range';
counts.max = '5';
counts.value = '2';
const COUNTS = [0, 5, 50, 1_000, 10_000, 100_000];
counts.addEventListener('input', () => setPins(COUNTS[Number(counts.value)] ?? 0));
add('Pins', counts);
const looks = { bright: query.has('bright'), greyscale: query.has('grey'), night: query.has('night') };
for (const name of ['bright', 'greyscale', 'night'] as const) {
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = looks[name];
  box.addEventListener('change', () => {
    looks[name] = box.checked;
    root.toggleAttribute('data-bright', looks.bright);
    viewer.setAppearance({ ...looks });
  });
  add(name, box);
}
const dark = document.createElement('input');
dark.type = 'checkbox';
dark.checked = root.dataset.theme === 'dark';
dark.addEventListener('change', () => {
  root.dataset.theme = dark.checked ? 'dark' : 'light';
});
add('dark', dark);
const place = document.createElement('input');
place.type = 'checkbox';
place.addEventListener('change', () => viewer.setTool(place.checked ? 'place' : 'select'));
add('place', place);
const map = document.createElement('input');
map.type = 'checkbox';
map.checked = query.has('map');
map.addEventListener('change', () => viewer.setMinimap(map.checked));
add('overview', map);
bar?.append(scale, output);
