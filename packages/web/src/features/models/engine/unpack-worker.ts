// Fetches one storey of a model's file at a time, unpacks and bakes it, away from the page's own thread.
import { readStorey } from '@plumbline/core/features/models/pack';
import { type BakedStorey, bake } from './bake.ts';

export type Wanted = { storey: number; url: string; offset: number; length: number };
export type Unpacked =
  | { storey: number; baked: BakedStorey; failed?: undefined; gone?: undefined }
  /** `gone`: the link has ended. */
  | { storey: number; failed: string; gone: boolean };

async function unpack({ storey, url, offset, length }: Wanted): Promise<void> {
  try {
    const answer = await fetch(url, { headers: { range: `bytes=${offset}-${offset + length - 1}` } });
    if (answer.status !== 206 || !answer.body) {
      postMessage({
        storey,
        failed: `the server answered ${answer.status}`,
        gone: answer.status === 403,
      } satisfies Unpacked);
      return;
    }
    const plain = await new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
    const baked = bake(readStorey(new Uint8Array(plain)));
    const { positions, colours, triangles, lines, ranges, boxes } = baked;
    postMessage({ storey, baked } satisfies Unpacked, {
      transfer: [positions, colours, triangles, lines, ranges, boxes].map((list) => list.buffer),
    });
  } catch (error) {
    postMessage({ storey, failed: error instanceof Error ? error.message : 'failed', gone: false } satisfies Unpacked);
  }
}

let line = Promise.resolve();
addEventListener('message', (event: MessageEvent<Wanted>) => {
  // One after the other: the first storey is there sooner, and memory holds only one in pieces.
  line = line.then(() => unpack(event.data));
});
