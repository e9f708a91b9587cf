// Model metres and plan space: round trips, across versions with other sheets, and in the space of an element.
import { describe, expect, it } from 'vitest';
import { applyTo } from './alignment.ts';
import {
  alignFrames,
  type DrawingFrame,
  fromElement,
  intoElement,
  modelPositionAt,
  pointInFrame,
} from './drawing-frame.ts';

const first: DrawingFrame = { left: 3_500_012.5, top: 5_400_040, widthM: 42, heightM: 29.7 };
const later: DrawingFrame = { left: 3_500_002, top: 5_400_055.25, widthM: 84, heightM: 59.4 };

describe('a position in the model', () => {
  it('survives a round trip through the sheet to less than a tenth of a millimetre, far from zero', () => {
    const position = pointInFrame(first, 3_500_020.123, 5_400_031.456);
    const { x, y } = modelPositionAt(first, position);
    expect(Math.abs(x - 3_500_020.123)).toBeLessThan(1e-4);
    expect(Math.abs(y - 5_400_031.456)).toBeLessThan(1e-4);
  });

  it('is lower on the sheet the further south it is', () => {
    const { x, y } = pointInFrame(first, 3_500_033.5, 5_400_010.3);
    expect(x).toBeCloseTo(0.5, 9);
    expect(y).toBeCloseTo(1, 9);
  });

  it('has one position in plan space on every sheet of the plan', () => {
    const onLater = pointInFrame(later, 3_500_020, 5_400_030);
    const onPlan = applyTo(alignFrames(later, first), onLater);
    const straight = pointInFrame(first, 3_500_020, 5_400_030);
    expect(onPlan.x).toBeCloseTo(straight.x, 9);
    expect(onPlan.y).toBeCloseTo(straight.y, 9);
  });
});

describe('a position on an element', () => {
  // Rotated by a quarter turn about the vertical, located at 10, 20, 3.
  const turned = [0, 1, 0, -1, 0, 0, 0, 0, 1, 10, 20, 3];

  it("survives a round trip through the element's space", () => {
    expect(intoElement(turned, [9, 22, 4])).toEqual([2, 1, 1]);
    expect(fromElement(turned, [2, 1, 1])).toEqual([9, 22, 4]);
  });

  it('moves with the element', () => {
    const moved = [1, 0, 0, 0, 1, 0, 0, 0, 1, 110, 20, 3];
    expect(fromElement(moved, intoElement(turned, [9, 22, 4]))).toEqual([112, 21, 4]);
  });
});
