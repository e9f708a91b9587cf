// Which link is under a pointer at any rotation of the plan.
import { expect, test } from 'vitest';
import type { Frame } from '../camera/geometry.ts';
import { planToScreen } from '../camera/geometry.ts';
import { linkAt } from './links.ts';

const turned = (degrees: number, scale = 1): Frame => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    width: 1000,
    height: 800,
    widthPx: 2000,
    heightPx: 1000,
    centreX: 1000,
    centreY: 500,
    scale,
    cos,
    sin,
    ratio: 1,
  };
};
const LINKS = [
  { x: 0.5, y: 0.5, width: 0.05, height: 0.02 },
  { x: 0.5, y: 0.55, width: 0.05, height: 0.02 },
];

test.each([0, 90, 215])('a link is hit at its centre and corners on a plan rotated by %i', (degrees) => {
  const frame = turned(degrees);
  for (const [i, link] of LINKS.entries()) {
    const middle = planToScreen(frame, link.x + link.width / 2, link.y + link.height / 2);
    expect(linkAt(frame, LINKS, { ...middle, touch: false })).toBe(i);
    const corner = planToScreen(frame, link.x + link.width * 0.02, link.y + link.height * 0.9);
    expect(linkAt(frame, LINKS, { ...corner, touch: false })).toBe(i);
    const beside = planToScreen(frame, link.x - 0.02, link.y);
    expect(linkAt(frame, LINKS, { ...beside, touch: false })).toBe(-1);
  }
});

test('touch has a larger target, and an unreadably small link is not hit', () => {
  const frame = turned(0);
  const above = planToScreen(frame, 0.525, 0.493);
  expect(linkAt(frame, LINKS, { ...above, touch: false })).toBe(-1);
  expect(linkAt(frame, LINKS, { ...above, touch: true })).toBe(0);
  const far = turned(0, 0.1);
  expect(linkAt(far, LINKS, { ...planToScreen(far, 0.525, 0.51), touch: true })).toBe(-1);
});
