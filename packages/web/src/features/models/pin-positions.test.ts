// Pins on a storey's drawing and in the model have the same position.
import type { ModelRow } from '@plumbline/core/site/rows/models';
import { describe, expect, it } from 'vitest';
import type { BakedStorey } from './engine/bake.ts';
import { positionOfPin, positionOnElement, storeyWithPlan } from './pin-positions.ts';

const frame = { left: 1_000, top: 2_020, widthM: 40, heightM: 30 };
const storey = (name: string, elevation: number, planId: string | null) => ({
  globalId: name,
  name,
  elevation,
  planId,
  frame,
});
const model: Pick<ModelRow, 'origin' | 'storeys'> = {
  origin: [1_000, 2_000, 400],
  storeys: [storey('cellar', 397, null), storey('ground', 400, 'plan-0'), storey('first', 403, 'plan-1')],
};

describe('a pin placed on the drawing', () => {
  it('appears above its position on the storey', () => {
    const point = positionOfPin(model, { planId: 'plan-1', x: 0.25, y: 0.5, modelPosition: null });
    expect(point?.map((part) => Math.round(part * 1e6) / 1e6)).toEqual([10, 5, 4.1]);
  });

  it('has no position when its plan is not a storey of the model', () => {
    expect(positionOfPin(model, { planId: 'another', x: 0.25, y: 0.5, modelPosition: null })).toBeUndefined();
  });
});

describe('a pin placed on an element', () => {
  // Positioned at 10, 5, 0 from the origin, rotated by 90 degrees.
  const baked = {
    elements: [{ globalId: 'column', type: 'IfcColumn', name: '' }],
    placements: new Float32Array([0, 1, 0, -1, 0, 0, 0, 0, 1, 10, 5, 0]),
  } as unknown as BakedStorey; // only the fields used

  it('is positioned in the model, on the element and on the drawing', () => {
    const placed = positionOnElement(model, { baked, storey: 1, element: 0, point: [10, 5.5, 1.2] });
    expect(placed).toMatchObject({ planId: 'plan-0', x: 0.25 });
    expect(placed?.y).toBeCloseTo(14.5 / 30, 9);
    expect(placed?.modelPosition).toMatchObject({ x: 1_010, y: 2_005.5, element: { globalId: 'column' } });
    expect(placed?.modelPosition.z).toBeCloseTo(401.2, 9);
    const { x, y, z } = placed?.modelPosition.element ?? { x: 0, y: 0, z: 0 };
    expect([x, y, z].map((part) => Math.round(part * 1e6) / 1e6)).toEqual([0.5, 0, 1.2]);
  });

  it('appears at exactly that position again', () => {
    const placed = positionOnElement(model, { baked, storey: 1, element: 0, point: [10, 5.5, 1.2] });
    const { planId = null, x = null, y = null, modelPosition } = placed ?? {};
    const point = positionOfPin(model, {
      planId,
      x,
      y,
      modelPosition: modelPosition ? { ...modelPosition, lost: false } : null,
    });
    expect(point?.map((part) => Math.round(part * 1e6) / 1e6)).toEqual([10, 5.5, 1.2]);
  });

  it('belongs to the storey below it that has a drawing', () => {
    expect(storeyWithPlan(model, 3, 3.5)?.name).toBe('first');
    expect(storeyWithPlan(model, 3, 1)?.name).toBe('ground');
    expect(storeyWithPlan(model, 0, -2)?.name).toBe('ground');
  });
});
