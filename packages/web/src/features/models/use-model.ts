// A model on the screen: what the server says of it, its storeys as they come, and the view that draws them.
import { getModel, type ModelDetails } from '@plumbline/core/features/models/contract';
import type { ModelRow } from '@plumbline/core/site/rows/models';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { ownScript } from '../../shared/navigation/own-script.ts';
import type { BakedStorey } from './engine/bake.ts';
import type { Packed, Unpacked } from './engine/unpack-worker.ts';
import script from './engine/unpack-worker.ts?worker&url';

/** Triangles that are fetched unasked for each gigabyte of the device's memory: more would only make a phone hot. */
const A_GIGABYTE = 750_000;

/** Not every browser tells its memory. */
const room = (): number => A_GIGABYTE * ((navigator as { deviceMemory?: number }).deviceMemory ?? 4);

export function useModelDetails(projectId: string, model: ModelRow | undefined) {
  return useQuery({
    queryKey: ['model', model?.id],
    queryFn: ({ signal }) => call(getModel, { params: { projectId, modelId: model?.id ?? '' } }, { signal }),
    enabled: model !== undefined,
    staleTime: 0,
    // A link that has been kept may have ended meanwhile.
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Storeys in the order they are fetched: from the ground upwards, as many as there is room for. */
export function unaskedStoreys(storeys: ModelDetails['storeys'], most = room()): number[] {
  let sum = 0;
  return storeys.flatMap(({ triangles, elements }, i) => {
    if (elements === 0) return [];
    sum += triangles;
    return sum <= most || sum === triangles ? [i] : [];
  });
}

export type StoreysState = {
  /** Asked for and there: whether there is a picture to draw them in or not. */
  there: ReadonlyMap<number, BakedStorey>;
  waiting: ReadonlySet<number>;
  failed: boolean;
  load: (storey: number) => void;
};

type Part = { offset: number; length: number };

/** One part of the model's file. Throws where it cannot be had. */
async function fetchPart(url: string, { offset, length }: Part, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(url, { headers: { range: `bytes=${offset}-${offset + length - 1}` }, signal });
  if (answer.status !== 206) throw new Error(`the server answered ${answer.status}`);
  return answer.arrayBuffer();
}

/** Fetches storeys one after the other, has them unpacked elsewhere and hands each on as it comes. */
export function useStoreys(
  details: ModelDetails | undefined,
  /** Asks for a new link: those that were given end. */
  renew: () => Promise<string | undefined>,
): StoreysState {
  const ask = useRef<(storeys: readonly number[]) => void>(undefined);
  const [there, setThere] = useState<ReadonlyMap<number, BakedStorey>>(new Map());
  const [waiting, setWaiting] = useState<ReadonlySet<number>>(new Set());
  const [failed, setFailed] = useState(false);
  const latest = useRef(renew);
  latest.current = renew;
  const modelId = details?.model.id;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a renewed link is the same model
  useEffect(() => {
    if (!details) return;
    const end = new AbortController();
    const worker = new Worker(ownScript(script), { type: 'module' });
    const fail = (storey: number) => {
      if (end.signal.aborted) return;
      setFailed(true);
      setWaiting((now) => without(now, storey));
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Unpacked>) => {
      if (data.failed !== undefined) return fail(data.storey);
      setWaiting((now) => without(now, data.storey));
      setThere((now) => new Map(now).set(data.storey, data.baked));
    });
    worker.addEventListener('error', () => setFailed(true));
    let { url } = details.file;
    let line = Promise.resolve();
    const one = async (storey: number, part: Part) => {
      const get = () => fetchPart(url, part, end.signal);
      const bytes = await get().catch(async () => {
        end.signal.throwIfAborted();
        url = (await latest.current()) ?? url;
        return get();
      });
      worker.postMessage({ storey, bytes } satisfies Packed, [bytes]);
    };
    ask.current = (storeys) => {
      setFailed(false);
      setWaiting((now) => new Set([...now, ...storeys]));
      for (const storey of storeys) {
        const part = details.storeys[storey];
        if (part) line = line.then(() => one(storey, part)).catch(() => fail(storey));
      }
    };
    setThere(new Map());
    setWaiting(new Set());
    ask.current(unaskedStoreys(details.storeys));
    return () => {
      end.abort();
      worker.terminate();
    };
  }, [modelId]);

  const load = (storey: number) => {
    if (!there.has(storey) && !waiting.has(storey)) ask.current?.([storey]);
  };
  return { there, waiting, failed, load };
}

function without(set: ReadonlySet<number>, one: number): ReadonlySet<number> {
  const next = new Set(set);
  next.delete(one);
  return next;
}
