// Scenes of fitting out: floors, doors, partitions, and services above the ceiling.
import {
  area,
  BLUR,
  between,
  defs,
  downwards,
  group,
  HEIGHT,
  line,
  oval,
  path,
  rect,
  room,
  rule,
  sideways,
  times,
  WIDTH,
} from '../draw.ts';
import type { Scene } from './scene.ts';

/** A raised floor with an open floor box. */
export const floorBox: Scene = (next) =>
  defs(BLUR, downwards('panel', '#8e9499', '#7a8085'), downwards('steel', '#cfd4d7', '#a9afb3')) +
  rect(0, 0, WIDTH, HEIGHT, '#4f5458') +
  times(3, (row) => times(4, (at) => rect(at * 470 - 120, row * 470 - 90, 460, 460, 'url(#panel)'))) +
  times(90, () => oval(between(next, 0, WIDTH), between(next, 0, HEIGHT), 5, 4, '#6d7378', { opacity: 0.6 })) +
  rect(500, 350, 560, 480, 'url(#steel)', { rx: 14 }) +
  rect(540, 390, 480, 400, '#26292b') +
  times(2, (row) =>
    times(
      3,
      (at) =>
        rect(572 + at * 146, 430 + row * 180, 126, 130, '#e9e9e4', { rx: 10 }) +
        oval(635 + at * 146, 495 + row * 180, 40, 40, '#cfcfc9') +
        oval(622 + at * 146, 495 + row * 180, 6, 6, '#222') +
        oval(648 + at * 146, 495 + row * 180, 6, 6, '#222'),
    ),
  ) +
  group(
    rect(0, 0, 520, 440, '#9aa1a6', { rx: 12, stroke: '#6d7479', 'stroke-width': 6 }) +
      rect(200, 30, 120, 30, '#5f666b', { rx: 12 }),
    { transform: `translate(1090 ${between(next, 300, 360)}) skewX(-12)` },
  ) +
  path('M80 1020 H 420 V 420', { stroke: '#2c8ad6', 'stroke-width': 9, 'stroke-dasharray': '40 22' }) +
  path('M370 470 L 420 400 L 470 470', { stroke: '#2c8ad6', 'stroke-width': 9 });

/** A double door that has scratched the floor. */
export const doubleDoor: Scene = (next) =>
  defs(
    BLUR,
    sideways('oak', '#a97b4a', '#c49a66', '#a07243'),
    downwards('wall', '#e4e0d6', '#cfcabd'),
    downwards('floor', '#6f5a44', '#8d745a'),
  ) +
  rect(0, 0, WIDTH, 880, 'url(#wall)') +
  rect(0, 860, WIDTH, 350, 'url(#floor)') +
  times(11, (at) => line([800 + (at - 5) * 120, 860], [800 + (at - 5) * 330, HEIGHT], '#59462f', 4)) +
  rect(330, 60, 940, 830, '#7c5730') +
  rect(360, 90, 430, 800, 'url(#oak)') +
  area(
    [
      [810, 90],
      [1240, 60],
      [1240, 930],
      [810, 890],
    ],
    'url(#oak)',
  ) +
  times(2, (at) => rect(440 + at * 450, 160, 270, 300, '#cfdde6', { stroke: '#7c5730', 'stroke-width': 14 })) +
  rect(738, 520, 22, 150, '#c2c7ca', { rx: 10 }) +
  rect(836, 520, 22, 150, '#c2c7ca', { rx: 10 }) +
  path(`M1240 940 q -120 150 -${between(next, 420, 480)} 160`, {
    stroke: '#e6dac6',
    'stroke-width': 16,
    opacity: 0.85,
  }) +
  path('M1210 935 q -100 120 -380 130', { stroke: '#e6dac6', 'stroke-width': 7, opacity: 0.85 }) +
  rect(330, 880, 940, 22, '#000', { opacity: 0.3, filter: 'url(#soft)' });

/** The stainless door frame of a lift with a long scratch. */
export const liftDoor: Scene = (next) =>
  defs(
    BLUR,
    sideways('steel', '#a5abaf', '#d9dde0', '#b2b8bc', '#e2e5e7', '#9ba1a5'),
    downwards('wall', '#d5d0c3', '#beb8a9'),
  ) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
  rect(240, 0, 960, HEIGHT, 'url(#steel)') +
  rect(390, 90, 660, HEIGHT, '#70767a') +
  rect(400, 100, 318, HEIGHT, 'url(#steel)') +
  rect(724, 100, 318, HEIGHT, 'url(#steel)') +
  path(`M300 ${between(next, 330, 380)} q 30 180 -6 300 q 40 120 10 240`, { stroke: '#4a4f52', 'stroke-width': 7 }) +
  path('M308 360 q 30 160 -6 290 q 40 110 10 230', { stroke: '#fff', 'stroke-width': 4, opacity: 0.8 }) +
  rect(1290, 420, 150, 300, '#3a3f43', { rx: 14 }) +
  oval(1365, 500, 42, 42, '#e9eced') +
  area(
    [
      [1345, 512],
      [1385, 512],
      [1365, 480],
    ],
    '#d8332b',
  ) +
  oval(1365, 630, 42, 42, '#e9eced') +
  area(
    [
      [1345, 618],
      [1385, 618],
      [1365, 650],
    ],
    '#4b5054',
  ) +
  rule(250, 1010, -88, 380);

/** A cooling unit in the server room, with water below it. */
export const condensate: Scene = (next) =>
  defs(
    BLUR,
    downwards('wall', '#e6e7e5', '#cfd1cf'),
    downwards('floor', '#5a6064', '#747b80'),
    downwards('rack', '#1f2326', '#30363a'),
  ) +
  rect(0, 0, WIDTH, 900, 'url(#wall)') +
  rect(0, 880, WIDTH, 330, 'url(#floor)') +
  rect(80, 200, 420, 760, 'url(#rack)') +
  times(
    11,
    (at) =>
      rect(110, 236 + at * 62, 360, 44, '#3d4449') +
      times(5, (lamp) => oval(136 + lamp * 26, 258 + at * 62, 6, 6, next() > 0.3 ? '#58d06a' : '#e0a52c')),
  ) +
  rect(700, 170, 760, 270, '#f7f8f8', { rx: 26, stroke: '#c3c8ca', 'stroke-width': 6 }) +
  times(6, (at) => line([740, 330 + at * 16], [1420, 330 + at * 16], '#c9ced0', 6)) +
  rect(1340, 206, 80, 34, '#2f3437', { rx: 6 }) +
  times(9, () =>
    line([between(next, 1050, 1090), 440], [between(next, 1040, 1100), 880], '#8fb4cb', 4, { opacity: 0.6 }),
  ) +
  times(8, () => oval(between(next, 1050, 1090), between(next, 470, 860), 8, 14, '#7fa9c4', { opacity: 0.8 })) +
  path(`M820 960 q 130 -80 330 -40 q 260 10 ${between(next, 260, 320)} 110 q -160 110 -440 70 q -260 -30 -220 -140z`, {
    fill: '#91b4c8',
    opacity: 0.7,
  }) +
  rect(920, 880, 250, 90, '#d9822b', { rx: 12 }) +
  rect(940, 872, 210, 24, '#a8611c', { rx: 8 });

/** Cables through a fire stop that was opened again. */
export const cableStop: Scene = (next) =>
  defs(BLUR, downwards('wall', '#c6c3bb', '#b0ada4')) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
  rect(300, 260, 1000, 620, '#b8483c', { rx: 10 }) +
  times(40, () =>
    oval(between(next, 320, 1280), between(next, 280, 860), between(next, 10, 34), between(next, 8, 22), '#a63d32', {
      opacity: 0.6,
    }),
  ) +
  path('M640 420 l 180 -50 l 190 60 l 40 170 l -90 150 l -210 20 l -140 -110z', { fill: '#1d1b1a' }) +
  times(12, (at) =>
    path(`M${660 + at * 30} ${480 + (at % 4) * 60} q ${between(next, -60, 60)} 240 ${between(next, -160, 160)} 760`, {
      stroke: ['#2c6bb5', '#e6e2d8', '#3c3c3c', '#6fae3c'][at % 4] ?? '#333',
      'stroke-width': 24,
    }),
  ) +
  times(9, () =>
    area(
      [
        [between(next, 500, 1100), 900],
        [between(next, 520, 1120), 880],
        [between(next, 540, 1160), 925],
      ],
      '#b8483c',
    ),
  ) +
  rect(1010, 150, 240, 90, '#f4e9a6', { stroke: '#8d8450', 'stroke-width': 4 }) +
  times(3, (at) => line([1034, 176 + at * 22], [1220, 176 + at * 22], '#6b6542', 5));

/** A cable tray under the slab of a corridor. */
export const cableTray: Scene = (next) =>
  defs(
    BLUR,
    downwards('wall', '#dcd8ce', '#c6c1b4'),
    downwards('floor', '#8b877f', '#9f9b92'),
    downwards('ceiling', '#8f8f8b', '#b5b5b1'),
  ) +
  room(
    { left: 560, top: 420, right: 1040, bottom: 800 },
    { wall: 'url(#wall)', side: '#cdc8bc', floor: 'url(#floor)', ceiling: 'url(#ceiling)' },
  ) +
  area(
    [
      [700, 470],
      [860, 470],
      [1180, 330],
      [380, 330],
    ],
    '#9aa1a6',
  ) +
  area(
    [
      [380, 330],
      [1180, 330],
      [1180, 380],
      [380, 380],
    ],
    '#767d82',
  ) +
  times(9, (at) =>
    path(`M${470 + at * 78} 340 L ${725 + at * 14} 468`, {
      stroke: ['#e6e2d8', '#3c3c3c', '#c86e2d', '#2c6bb5'][at % 4] ?? '#333',
      'stroke-width': 24 - at,
    }),
  ) +
  times(
    3,
    (at) =>
      line([430 + at * 86, 0], [430 + at * 86, 350 + at * 40], '#6a7176', 12 - at * 3) +
      line([1130 - at * 86, 0], [1130 - at * 86, 350 + at * 40], '#6a7176', 12 - at * 3),
  ) +
  rect(760, 540, 90, 230, '#6f5638') +
  rect(700, 500, 12, 300, '#000', { opacity: 0.15 }) +
  line([260, 390], [260, HEIGHT], '#e8c94a', 40) +
  times(13, (at) => line([240, 420 + at * 60], [at % 2 ? 260 : 280, 420 + at * 60], '#2b2415', 4)) +
  line([200, 390], [between(next, 420, 470), 390], '#d8332b', 8);
