// Scenes of the site outside the building.
import {
  area,
  BLUR,
  between,
  defs,
  downwards,
  HEIGHT,
  line,
  oval,
  path,
  rect,
  rule,
  sideways,
  times,
  WIDTH,
} from '../draw.ts';
import type { Scene } from './scene.ts';

/** An open trench with a drain pipe in its bed of sand. */
export const trench: Scene = (next) =>
  defs(
    BLUR,
    downwards('sky', '#b9cad8', '#e3e9ec'),
    downwards('soil', '#8a6a48', '#6d5136'),
    sideways('pipe', '#8c4a1f', '#d98a4f', '#9a5426'),
    downwards('sand', '#d9c28f', '#c3a86f'),
  ) +
  rect(0, 0, WIDTH, 230, 'url(#sky)') +
  rect(0, 210, WIDTH, HEIGHT, 'url(#soil)') +
  times(90, () =>
    oval(
      between(next, 0, WIDTH),
      between(next, 240, HEIGHT),
      between(next, 6, 34),
      between(next, 4, 18),
      ['#5a432c', '#a2835c', '#7c6044'][Math.floor(next() * 3)] ?? '#777',
      { opacity: 0.7 },
    ),
  ) +
  area(
    [
      [690, 230],
      [880, 230],
      [1290, HEIGHT],
      [270, HEIGHT],
    ],
    '#4d3a27',
  ) +
  area(
    [
      [730, 260],
      [840, 260],
      [1150, HEIGHT],
      [410, HEIGHT],
    ],
    'url(#sand)',
  ) +
  area(
    [
      [770, 260],
      [802, 260],
      [900, HEIGHT],
      [660, HEIGHT],
    ],
    'url(#pipe)',
  ) +
  times(3, (at) => rect(650 + at * 18 - 16, 960 - at * 270, 290 - at * 78, 40 - at * 8, '#8a451b', { rx: 8 })) +
  times(5, (at) =>
    line([1330 - at * 100, 1000 - at * 170], [1330 - at * 100, 780 - at * 140], '#d9d6cd', 16 - at * 2),
  ) +
  path('M1330 800 L 920 240', { stroke: '#d8332b', 'stroke-width': 14, 'stroke-dasharray': '60 40' }) +
  area(
    [
      [0, 300],
      [560, 250],
      [150, 760],
      [0, 900],
    ],
    '#77593a',
  ) +
  rule(300, 1010, -20, 420);

/** The roof edge before the parapet is raised. */
export const parapet: Scene = (next) =>
  defs(
    BLUR,
    downwards('sky', '#8fb4d6', '#e8eff3'),
    downwards('block', '#c9c4b8', '#aaa497'),
    downwards('felt', '#4b4d4f', '#606264'),
  ) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#sky)') +
  oval(1150, 140, 340, 60, '#fff', { opacity: 0.7, filter: 'url(#soft)' }) +
  times(9, (at) =>
    rect(
      at * 190 - 30,
      between(next, 360, 470),
      between(next, 90, 160),
      300,
      ['#8c867c', '#a39a8d', '#7f858b'][at % 3] ?? '#999',
    ),
  ) +
  area(
    [
      [0, 560],
      [WIDTH, 500],
      [WIDTH, 760],
      [0, 850],
    ],
    'url(#block)',
  ) +
  times(8, (at) => line([at * 215 + 30, 556 - at * 8], [at * 215 + 30, 846 - at * 12], '#8b8579', 4)) +
  line([0, 700], [WIDTH, 628], '#8b8579', 4) +
  area(
    [
      [0, 850],
      [WIDTH, 760],
      [WIDTH, HEIGHT],
      [0, HEIGHT],
    ],
    'url(#felt)',
  ) +
  times(5, (at) => line([0, 930 + at * 70], [WIDTH, 830 + at * 84], '#3a3c3e', 5, { opacity: 0.8 })) +
  path('M0 850 L 1600 760 L 1600 800 L 0 896z', { fill: '#2c2d2f' }) +
  line([420, 300], [420, 830], '#e8c94a', 40) +
  times(12, (at) => line([400, 330 + at * 40], [at % 2 ? 420 : 440, 330 + at * 40], '#2b2415', 4)) +
  line([0, 420], [WIDTH, 366], '#d8332b', 7, { 'stroke-dasharray': '40 24' }) +
  oval(1240, 930, 90, 40, '#222426') +
  oval(1240, 922, 66, 28, '#0f1011');
