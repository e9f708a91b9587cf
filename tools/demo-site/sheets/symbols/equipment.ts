import { GREY, W } from '../pen.ts';
import { back, type Draw, faint, filled, rounded, soft } from './symbol.ts';

export const EQUIPMENT: Record<string, Draw> = {
  counter: (pen, w, d) => {
    if (w > 0.1) back(pen, w, d);
  },
  rack: (pen, w, d) => {
    back(pen, w, d);
    const alongX = w > d;
    const count = Math.round((alongX ? w : d) / 0.2);
    for (let i = 1; i < count; i++) {
      const s = i / count;
      if (alongX) pen.line([-w / 2 + s * w, 0], [-w / 2 + s * w, d], faint);
      else pen.line([-w / 2, s * d], [w / 2, s * d], faint);
    }
    if (alongX) pen.line([-w / 2, d / 2], [w / 2, d / 2], soft);
    else pen.line([0, 0], [0, d], soft);
  },
  copier: (pen, w, d) => {
    back(pen, w, d);
    pen.box(-w / 2 + 0.1, 0.1, w / 2 - 0.3, d - 0.15, soft);
  },
  server: (pen, w, d) => {
    back(pen, w, d);
    pen.box(-w / 2 + 0.08, 0.08, w / 2 - 0.08, d - 0.08, faint);
    pen.text('19"', [0, d / 2 - 0.03], { size: 1.4, align: 'centre', colour: GREY });
  },
  mailboxes: (pen, w, d) => {
    back(pen, w, d);
    for (let i = 1; i < 7; i++) pen.line([-w / 2 + (i * w) / 7, 0], [-w / 2 + (i * w) / 7, d], faint);
  },
  bin: (pen) => {
    rounded(pen, -0.55, 0, 0.55, 0.95, 0.08);
    pen.line([-0.55, 0.75], [0.55, 0.75], soft);
  },
  bike: (pen) => {
    pen.circle([0, 0.35], 0.05, soft);
    pen.line([0, 0.05], [0, 0.7], { ...soft, width: W.medium });
    pen.line([0, 1.05], [0, 1.7], { ...soft, width: W.medium });
    pen.line([0, 0.35], [0, 1.4], soft);
    pen.line([-0.28, 1.25], [0.28, 1.25], soft);
  },
  tank: (pen) => {
    pen.circle([0, 0], 0.55, filled);
    pen.circle([0, 0], 0.45, faint);
    pen.lines(
      [
        [
          [-0.55, 0],
          [0.55, 0],
        ],
        [
          [0, -0.55],
          [0, 0.55],
        ],
      ],
      faint,
    );
  },
  boiler: (pen, w, d) => {
    back(pen, w, d);
    pen.box(-w / 2 + 0.1, 0.1, w / 2 - 0.1, d - 0.25, faint);
    pen.circle([0, d - 0.12], 0.06, soft);
  },
  panel: (pen, w, d) => {
    back(pen, w, d);
    const count = Math.max(2, Math.round(w / 0.5));
    for (let i = 0; i < count; i++) {
      const x = -w / 2 + (i * w) / count;
      pen.line([x, 0], [x + w / count, d], faint);
      pen.line([x, 0], [x, d], soft);
    }
  },
};
