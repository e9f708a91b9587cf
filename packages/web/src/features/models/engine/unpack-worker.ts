// Unpacks and bakes one storey of a model's file at a time, off the main thread. Fetches nothing: a worker must not.
import { readStorey } from '@plumbline/core/features/models/pack';
import { type BakedStorey, bake } from './bake.ts';

export type Packed = { storey: number; bytes: ArrayBuffer };
export type Unpacked = { storey: number; baked: BakedStorey; failed?: undefined } | { storey: number; failed: string };

async function unpack({ storey, bytes }: Packed): Promise<void> {
  try {
    const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const baked = bake(readStorey(new Uint8Array(await new Response(plain).arrayBuffer())));
    const { positions, colours, triangles, lines, ranges, boxes, owners, tree } = baked;
    const lists = [positions, colours, triangles, lines, ranges, boxes, owners].map((list) => list.buffer);
    const indirect = tree.indirectBuffer ? [tree.indirectBuffer.buffer] : [];
    postMessage({ storey, baked } satisfies Unpacked, { transfer: [...lists, ...tree.roots, ...indirect] });
  } catch (error) {
    postMessage({ storey, failed: error instanceof Error ? error.message : 'failed' } satisfies Unpacked);
  }
}

let line = Promise.resolve();
addEventListener('message', (event: MessageEvent<Packed>) => {
  // One after the other: the first storey is ready sooner, and only one is unpacked in memory.
  line = line.then(() => unpack(event.data));
});
