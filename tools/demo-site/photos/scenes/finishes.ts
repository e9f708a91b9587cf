// Scenes of finishes: tiles, plaster, stone and paint.
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
  rule,
  sideways,
  times,
  WIDTH,
} from '../draw.ts';
import type { Scene } from './scene.ts';

/** The joint between shower tray and wall tiles, open in places. */
export const showerJoint: Scene = (next) =>
  defs(BLUR, downwards('tray', '#f7f8f8', '#dfe3e5'), downwards('tile', '#9fb4bb', '#8ba2aa')) +
  rect(0, 0, WIDTH, HEIGHT, '#e4e6e4') +
  times(3, (row) =>
    times(5, (at) => rect(at * 340 - 60 + (row % 2) * 120, row * 250 - 40, 330, 240, 'url(#tile)', { rx: 4 })),
  ) +
  rect(0, 690, WIDTH, 30, '#5f6a6d') +
  times(6, (at) => rect(at * 300 - between(next, 0, 60), 692, between(next, 120, 220), 26, '#e9ebe9', { rx: 8 })) +
  rect(0, 720, WIDTH, 490, 'url(#tray)') +
  path('M80 800 h1440 v330 h-1440z', { stroke: '#c9cfd2', 'stroke-width': 10 }) +
  oval(1220, 960, 110, 60, '#c2c8cb') +
  times(5, (at) => rect(1140 + at * 36, 930, 12, 60, '#7f878b', { rx: 6 })) +
  times(14, () =>
    oval(between(next, 100, 1500), between(next, 760, 1150), between(next, 6, 18), between(next, 4, 10), '#bcd3e0', {
      opacity: 0.7,
    }),
  ) +
  path('M880 640 q 150 -60 270 60 q -10 110 -160 110 q -170 -20 -110 -170z', { stroke: '#1c5fb8', 'stroke-width': 9 });

/** A spirit level on bathroom tiles: water stands at the door. */
export const levelOnTiles: Scene = (next) =>
  defs(
    BLUR,
    downwards('floor', '#b9b3a8', '#cdc8be'),
    downwards('door', '#e9e4d8', '#d7d1c2'),
    downwards('level', '#f0c419', '#b98f0a'),
  ) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#floor)') +
  times(7, (at) => line([800 + (at - 3) * 120, 300], [800 + (at - 3) * 420, HEIGHT], '#958f84', 7)) +
  times(6, (at) => line([0, 340 + at * at * 34], [WIDTH, 340 + at * at * 34], '#958f84', 7)) +
  rect(0, 0, WIDTH, 300, '#dcd8cf') +
  rect(560, 0, 480, 320, 'url(#door)', { stroke: '#8d8676', 'stroke-width': 16 }) +
  rect(540, 300, 520, 26, '#7c7467') +
  path(`M470 330 q 320 -30 660 0 q ${between(next, 60, 120)} 90 -120 130 q -300 50 -500 0 q -150 -60 -40 -130z`, {
    fill: '#6d8796',
    opacity: 0.7,
  }) +
  path('M600 360 q 200 -16 380 4 q 30 30 -60 50 q -160 16 -300 0z', {
    fill: '#e3eef5',
    opacity: 0.6,
    filter: 'url(#hazy)',
  }) +
  group(
    rect(10, 20, 900, 110, '#000', { opacity: 0.25, filter: 'url(#soft)' }) +
      rect(0, 0, 900, 100, 'url(#level)', { rx: 8 }) +
      rect(380, 16, 150, 68, '#2c2c2a', { rx: 8 }) +
      rect(392, 26, 126, 48, '#c9ef6a', { rx: 20 }) +
      oval(486, 48, 22, 17, '#8fcf3f') +
      line([434, 26], [434, 74], '#1f1f1d', 4) +
      line([476, 26], [476, 74], '#1f1f1d', 4),
    { transform: `translate(${between(next, 300, 380)} 760) rotate(-7)` },
  );

/** A freshly painted wall with runs beside a door. */
export const paintRuns: Scene = (next) =>
  defs(BLUR, sideways('wall', '#8fa6a0', '#a4b8b2', '#869d97'), sideways('door', '#efe9dc', '#ddd6c6')) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
  rect(1090, 0, 80, HEIGHT, '#f4f1ea', { stroke: '#c9c3b4', 'stroke-width': 4 }) +
  rect(1170, 0, 430, HEIGHT, 'url(#door)') +
  rect(1215, 590, 150, 26, '#9aa0a4', { rx: 12 }) +
  oval(1226, 602, 26, 26, '#81878b') +
  times(15, (at) => {
    const x = 150 + at * 58 + between(next, -16, 16);
    const top = between(next, 180, 420);
    const length = between(next, 120, 520);
    return (
      line([x + 5, top], [x + 5, top + length], '#6b827c', 13, { 'stroke-linecap': 'round', opacity: 0.55 }) +
      line([x, top], [x, top + length], '#a9bdb7', 11, { 'stroke-linecap': 'round' }) +
      oval(x, top + length, 11, 17, '#a9bdb7')
    );
  }) +
  rect(0, 1100, WIDTH, 110, '#c7c1b3') +
  area(
    [
      [0, 0],
      [300, 0],
      [80, HEIGHT],
      [0, HEIGHT],
    ],
    '#fff',
    { opacity: 0.14, filter: 'url(#soft)' },
  );

/** A stone step with a broken nosing, from above. */
export const nosing: Scene = (next) => {
  const x = between(next, 700, 860);
  return (
    defs(BLUR, downwards('tread', '#b7b2a8', '#a29d92'), downwards('riser', '#716d65', '#837e75')) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#riser)') +
    times(
      3,
      (at) => rect(0, at * 430 - 90, WIDTH, 270, 'url(#tread)') + rect(0, at * 430 + 170, WIDTH, 26, '#8f897d'),
    ) +
    times(120, () =>
      oval(between(next, 0, WIDTH), between(next, 0, HEIGHT), 3, 2.5, next() > 0.5 ? '#d6d1c6' : '#6d685f', {
        opacity: 0.6,
      }),
    ) +
    path(`M${x - 190} 628 l 60 -50 l 70 -16 l 90 -30 l 80 40 l 90 12 l 50 46 v 26 h -440z`, { fill: '#6a5f51' }) +
    path(`M${x - 190} 628 l 60 -50 l 70 -16 l 90 -30 l 80 40 l 90 12 l 50 46`, {
      stroke: '#efeae0',
      'stroke-width': 6,
    }) +
    times(6, () =>
      area(
        [
          [between(next, 560, 1000), 720],
          [between(next, 560, 1000), 700],
          [between(next, 600, 1060), 742],
        ],
        '#a8a296',
      ),
    ) +
    rule(between(next, 420, 520), 810, 3, 640)
  );
};

/** An outer window sill of stone with a chipped corner. */
export const sill: Scene = (next) =>
  defs(
    BLUR,
    downwards('pane', '#b5cbdb', '#e3ecf1'),
    downwards('stone', '#d6d2c8', '#bdb8ac'),
    downwards('render', '#cfc6b4', '#b9af9b'),
  ) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#render)') +
  rect(180, 0, 1240, 560, '#4a5055') +
  rect(230, 0, 540, 510, 'url(#pane)') +
  rect(830, 0, 540, 510, 'url(#pane)') +
  area(
    [
      [300, 0],
      [430, 0],
      [260, 510],
      [230, 510],
      [230, 180],
    ],
    '#fff',
    { opacity: 0.3 },
  ) +
  area(
    [
      [140, 560],
      [1460, 560],
      [1540, 720],
      [60, 720],
    ],
    'url(#stone)',
  ) +
  rect(60, 720, 1480, 84, '#a8a296') +
  path(`M1540 720 l -${between(next, 120, 170)} 0 l 20 40 l -50 20 l 60 26 h 140z`, { fill: '#efe9dc' }) +
  path('M1410 722 l 20 40 l -50 20 l 60 26', { stroke: '#766d5d', 'stroke-width': 5 }) +
  rect(60, 804, 1480, 40, '#000', { opacity: 0.28, filter: 'url(#soft)' }) +
  times(40, () => oval(between(next, 80, 1500), between(next, 580, 790), 4, 3, '#8c867a', { opacity: 0.6 })) +
  path('M1330 640 q 130 -60 240 60 q 0 140 -150 150 q -160 -30 -90 -210z', { stroke: '#1c5fb8', 'stroke-width': 9 });

/** The waterproofed wall of a shower with the outlet; its collar is fitted. */
export const collar: Scene = (next) =>
  defs(BLUR, downwards('sealed', '#5d7f95', '#4b6d84'), downwards('board', '#b9c6b3', '#a5b39f')) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#board)') +
  path('M0 160 q 300 -50 620 10 q 380 60 980 -20 V 1210 H 0z', { fill: 'url(#sealed)' }) +
  times(26, () =>
    line(
      [between(next, 0, 1400), between(next, 200, 1150)],
      [between(next, 200, 1600), between(next, 200, 1150)],
      '#7296ab',
      between(next, 8, 26),
      { opacity: 0.22 },
    ),
  ) +
  rect(560, 380, 480, 480, '#e6e3d6', { rx: 20, opacity: 0.92 }) +
  times(
    10,
    (at) =>
      line([560, 404 + at * 48], [1040, 404 + at * 48], '#c9c4b2', 3) +
      line([584 + at * 48, 380], [584 + at * 48, 860], '#c9c4b2', 3),
  ) +
  oval(800, 620, 150, 150, '#39454d') +
  oval(800, 620, 112, 112, '#d9822b') +
  oval(800, 620, 84, 84, '#1f2427') +
  path('M420 900 q 360 90 780 -10', { stroke: '#89a9bb', 'stroke-width': 60, opacity: 0.5 }) +
  line([0, 1010], [WIDTH, 1010], '#3d5a6e', 12, { opacity: 0.6 });
