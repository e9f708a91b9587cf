// Scenes of walls, floors and slabs.
import {
  area,
  BLUR,
  between,
  defs,
  downwards,
  HEIGHT,
  line,
  outwards,
  oval,
  path,
  rect,
  rule,
  sideways,
  times,
  WIDTH,
  wandering,
  type XY,
} from '../draw.ts';
import type { Scene } from './scene.ts';

export const crack: Scene = (next) => {
  const start: XY = [between(next, 200, 500), 0];
  const end: XY = [between(next, 900, 1300), HEIGHT];
  const course = wandering(next, start, end, 26, 40);
  const branch = wandering(
    next,
    [between(next, 600, 760), 560],
    [between(next, 1150, 1500), between(next, 380, 620)],
    16,
    18,
  );
  return (
    defs(BLUR, sideways('wall', '#d9d4c9', '#e9e5dc', '#cbc4b6')) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
    times(9, () =>
      oval(between(next, 0, WIDTH), between(next, 0, HEIGHT), between(next, 90, 260), between(next, 30, 90), '#fff', {
        opacity: 0.12,
        filter: 'url(#soft)',
      }),
    ) +
    path(course, { stroke: '#fff', 'stroke-width': 9, opacity: 0.5, transform: 'translate(4 3)' }) +
    path(course, { stroke: '#6f675a', 'stroke-width': 12, opacity: 0.35, filter: 'url(#hazy)' }) +
    path(course, { stroke: '#2f2a22', 'stroke-width': 5, 'stroke-linejoin': 'bevel' }) +
    path(branch, { stroke: '#3a342b', 'stroke-width': 3 }) +
    rule(between(next, 640, 820), between(next, 820, 900), between(next, -12, 8))
  );
};

export const tiles: Scene = (next) => {
  const bad = { row: 2 + Math.floor(next() * 2), column: 3 + Math.floor(next() * 2) };
  const x = bad.column * 232 + 4;
  const y = bad.row * 232 + 4;
  return (
    defs(BLUR, outwards('shine', '#ffffff', '#ffffff00')) +
    rect(0, 0, WIDTH, HEIGHT, '#8f8b84') +
    times(6, (row) =>
      times(8, (column) => {
        const tone = 214 + Math.floor(between(next, -8, 8));
        return rect(column * 232 + 4 - 120, row * 232 + 4, 222, 222, `rgb(${tone},${tone + 2},${tone - 4})`, { rx: 3 });
      }),
    ) +
    path(wandering(next, [x - 120 + 10, y + 30], [x - 120 + 214, y + 190], 10, 12), {
      stroke: '#55514a',
      'stroke-width': 4,
    }) +
    area(
      [
        [x - 120 + 150, y],
        [x - 120 + 222, y],
        [x - 120 + 222, y + 74],
        [x - 120 + 180, y + 50],
      ],
      '#a78e70',
    ) +
    times(9, (at) => rect(112 + (at % 3) * 464 - 4, Math.floor(at / 3) * 464 + 226, 12, 18, '#c8372f')) +
    oval(between(next, 300, 1300), between(next, 150, 500), 420, 260, 'url(#shine)', { opacity: 0.35 }) +
    path(`M${x - 160} ${y - 40} q 140 -70 300 10 q 90 150 -20 280 q -180 80 -310 -30 q -60 -150 30 -260z`, {
      stroke: '#1c5fb8',
      'stroke-width': 9,
      opacity: 0.85,
    })
  );
};

export const repaired: Scene = (next) =>
  defs(BLUR, sideways('wall', '#e7e3da', '#f2efe8', '#dcd7cc'), downwards('floor', '#a38b6d', '#8a7458')) +
  rect(0, 0, WIDTH, 1010, 'url(#wall)') +
  rect(0, 1010, WIDTH, 200, 'url(#floor)') +
  rect(0, 960, WIDTH, 54, '#f6f4ef', { stroke: '#cfcabf', 'stroke-width': 3 }) +
  path(`M${between(next, 420, 520)} 120 q 90 260 20 420 t 260 380`, {
    stroke: '#fbfaf7',
    'stroke-width': 110,
    opacity: 0.55,
    'stroke-linecap': 'round',
    filter: 'url(#hazy)',
  }) +
  rect(1120, 640, 130, 130, '#fafaf8', { rx: 10, stroke: '#c9c5bc', 'stroke-width': 3 }) +
  oval(1185, 705, 40, 40, '#ecebe7', { stroke: '#c9c5bc', 'stroke-width': 3 }) +
  oval(1172, 705, 5, 5, '#4a4a48') +
  oval(1198, 705, 5, 5, '#4a4a48') +
  area(
    [
      [0, 0],
      [380, 0],
      [120, 1010],
      [0, 1010],
    ],
    '#fff',
    { opacity: 0.18, filter: 'url(#soft)' },
  ) +
  times(8, (at) => line([at * 220, 1010], [at * 240 - 120, HEIGHT], '#6f5b41', 3, { opacity: 0.5 }));

/** A crack along the joint between wall and ceiling. */
export const ceilingCrack: Scene = (next) => {
  const course = wandering(next, [-10, 520], [WIDTH + 10, between(next, 380, 420)], 9, 60);
  return (
    defs(BLUR, downwards('ceiling', '#f3f1ec', '#e3e0d9'), downwards('wall', '#d8d2c4', '#e6e1d6')) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#ceiling)') +
    area(
      [
        [0, 520],
        [WIDTH, 400],
        [WIDTH, HEIGHT],
        [0, HEIGHT],
      ],
      'url(#wall)',
    ) +
    area(
      [
        [0, 520],
        [WIDTH, 400],
        [WIDTH, 470],
        [0, 590],
      ],
      '#000',
      { opacity: 0.12, filter: 'url(#soft)' },
    ) +
    path(course, { stroke: '#8f877a', 'stroke-width': 12, opacity: 0.4, filter: 'url(#hazy)' }) +
    path(course, { stroke: '#352f27', 'stroke-width': 5 }) +
    oval(420, 180, 150, 60, '#fff', { stroke: '#cfcac0', 'stroke-width': 6 }) +
    oval(420, 180, 40, 16, '#f7e9b8') +
    line([1200, 440], [1180, HEIGHT], '#c9c3b5', 10, { opacity: 0.5 }) +
    rule(between(next, 560, 680), 640, -5, 520)
  );
};
