// Scenes of work that was done again: the proof on a task.
import {
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

/** The wall beside the door after the second coat, with masking tape and a paint roller. */
export const paintedWall: Scene = (next) =>
  defs(
    BLUR,
    sideways('wall', '#93aaa4', '#a9bdb7', '#8ea59f'),
    sideways('door', '#efe9dc', '#ddd6c6'),
    downwards('floor', '#7d7a74', '#66635e'),
    downwards('roller', '#b9ccc6', '#8ea59f'),
  ) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
  rect(0, 1010, WIDTH, 200, 'url(#floor)') +
  rect(0, 950, 1090, 62, '#3f78b5') +
  rect(1060, 0, 34, 1010, '#3f78b5') +
  rect(1094, 0, 80, 1010, '#f4f1ea', { stroke: '#c9c3b4', 'stroke-width': 4 }) +
  rect(1174, 0, 430, 1010, 'url(#door)') +
  oval(1250, 560, 26, 26, '#8f8f8d') +
  rect(1240, 546, 130, 26, '#a7a8a6', { rx: 12 }) +
  times(5, () =>
    oval(between(next, 80, 980), between(next, 80, 880), between(next, 120, 260), between(next, 60, 130), '#fff', {
      opacity: 0.07,
      filter: 'url(#soft)',
    }),
  ) +
  group(
    rect(10, 20, 330, 130, '#000', { opacity: 0.3, filter: 'url(#soft)' }) +
      rect(0, 0, 320, 116, 'url(#roller)', { rx: 26, stroke: '#6f857f', 'stroke-width': 4 }) +
      path('M320 58 h60 v150 h-180 v150', { stroke: '#c7cbcd', 'stroke-width': 16 }) +
      rect(170, 350, 60, 200, '#c8242b', { rx: 22 }),
    { transform: `translate(${between(next, 250, 330)} 560) rotate(-16)` },
  );

/** A duct penetration sealed with mortar and labelled. */
export const sealedDuct: Scene = (next) =>
  defs(
    BLUR,
    downwards('concrete', '#a9aaa7', '#8f908d'),
    sideways('steel', '#636a70', '#d0d6db', '#79818a'),
    downwards('mortar', '#c9c7c1', '#b3b1ab'),
    sideways('copper', '#7c3f1f', '#e0995f', '#8d4b27'),
  ) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#concrete)') +
  line([0, 270], [WIDTH, 262], '#7b7c79', 4) +
  rect(330, 330, 880, 520, 'url(#mortar)', { rx: 26, stroke: '#a19f98', 'stroke-width': 5 }) +
  times(60, () =>
    oval(between(next, 350, 1190), between(next, 350, 830), between(next, 6, 30), between(next, 4, 14), '#9b9992', {
      opacity: 0.35,
    }),
  ) +
  rect(470, 0, 260, HEIGHT, 'url(#steel)') +
  times(4, (at) => rect(462, 120 + at * 300, 276, 22, '#868e95')) +
  rect(860, 0, 90, HEIGHT, 'url(#copper)') +
  rect(1020, 0, 66, HEIGHT, 'url(#copper)') +
  times(3, (at) => oval([600, 905, 1053][at] ?? 600, 850, [150, 66, 54][at] ?? 60, 16, '#6f6d67', { opacity: 0.5 })) +
  group(
    rect(6, 8, 300, 200, '#000', { opacity: 0.25, filter: 'url(#hazy)' }) +
      rect(0, 0, 300, 200, '#f2d21c', { stroke: '#2a2618', 'stroke-width': 5 }) +
      '<text x="24" y="58" font-size="40" font-family="sans-serif" font-weight="700" fill="#1d1a10">EI 90</text>' +
      times(4, (row) => line([24, 92 + row * 28], [between(next, 190, 276), 92 + row * 28], '#3a3420', 6)),
    { transform: 'translate(1240 420)' },
  ) +
  rule(between(next, 300, 340), 1000, -3, 560);

/** Back boxes set again at one height, with a laser line. */
export const loweredSockets: Scene = (next) =>
  defs(BLUR, downwards('plaster', '#cfc9bd', '#bdb6a8'), downwards('fresh', '#a9a294', '#b7b0a2')) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#plaster)') +
  times(8, () =>
    oval(between(next, 0, WIDTH), between(next, 0, HEIGHT), between(next, 120, 300), between(next, 40, 120), '#fff', {
      opacity: 0.1,
      filter: 'url(#soft)',
    }),
  ) +
  rect(400, 430, 800, 330, 'url(#fresh)', { rx: 60 }) +
  times(3, (at) => {
    const x = 540 + at * 250;
    return (
      oval(x, 600, 96, 96, '#e9732b') +
      oval(x, 600, 74, 74, '#3a2417') +
      times(3, (wire) =>
        path(`M${x - 24 + wire * 24} 600 q ${between(next, -20, 30)} 40 ${between(next, -40, 50)} 60`, {
          stroke: ['#2c6bb5', '#6b4a2b', '#6fae3c'][wire] ?? '#333',
          'stroke-width': 9,
        }),
      )
    );
  }) +
  line([0, 600], [WIDTH, 596], '#ff2b2b', 22, { opacity: 0.25, filter: 'url(#hazy)' }) +
  line([0, 600], [WIDTH, 596], '#ff2b2b', 5, { opacity: 0.9 }) +
  rect(0, 1060, WIDTH, 150, '#6a6761') +
  rule(between(next, 1340, 1380), 1060, -90, 480);
