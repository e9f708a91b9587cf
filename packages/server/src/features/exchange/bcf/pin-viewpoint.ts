// A viewpoint that shows a pin on a building model: its element selected, seen from above. Pure.
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { type Node, node } from './tree.ts';

/** Metres from the pin to the camera, in the axes of the model. */
const OFFSET = { x: -4, y: -4, z: 4 };
const FIELD_OF_VIEW = '60';
type Point = { x: number; y: number; z: number };

const point = (name: string, { x, y, z }: Point): Node =>
  node(name, [node('X', String(x)), node('Y', String(y)), node('Z', String(z))]);

function unit({ x, y, z }: Point): Point {
  const length = Math.hypot(x, y, z);
  return { x: x / length, y: y / length, z: z / length };
}

/** In the layout of 3.0. */
export function viewpointOf(guid: string, position: NonNullable<PinRow['modelPosition']>): Node {
  const camera = { x: position.x + OFFSET.x, y: position.y + OFFSET.y, z: position.z + OFFSET.z };
  const direction = unit({ x: -OFFSET.x, y: -OFFSET.y, z: -OFFSET.z });
  const up = unit({ x: -direction.x * direction.z, y: -direction.y * direction.z, z: 1 - direction.z ** 2 });
  const selected = position.element ? [node('Component', [], { IfcGuid: position.element.globalId })] : [];
  return node(
    'VisualizationInfo',
    [
      node('Components', [
        ...(selected.length > 0 ? [node('Selection', selected)] : []),
        node('Visibility', [], { DefaultVisibility: 'true' }),
      ]),
      node('PerspectiveCamera', [
        point('CameraViewPoint', camera),
        point('CameraDirection', direction),
        point('CameraUpVector', up),
        node('FieldOfView', FIELD_OF_VIEW),
        node('AspectRatio', '1'),
      ]),
    ],
    { Guid: guid },
  );
}
