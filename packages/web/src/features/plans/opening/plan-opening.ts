// Opening a plan, from the press or the URL until the viewer has drawn it. Its tiles are fetched and shown as a still
// first frame while the screen and the viewer are still loading.
import { tileKey } from '../../../viewer/tiles/pyramid.ts';
import { TileCache, type TileLease } from '../../../viewer/tiles/tile-cache.ts';
import { FirstFrame, type FirstView, firstViewOf, type OpeningTarget } from './first-frame.ts';
import type { RevisionTiles } from './first-source.ts';
import type { RevisionImage, StageBox } from './plan-memory.ts';

/** Of decoded tiles; one of 512 pixels takes a megabyte. */
const MAX_CACHE_BYTES = 160 * 1024 ** 2;
/** How long tiles are kept for a plan that was pressed but not opened. */
const PRELOAD_TTL_MS = 20_000;
/** After this time the viewer is assumed not to appear. */
const FRAME_TTL_MS = 5_000;
/** Difference in CSS pixels that cannot be seen. */
const MAX_OFFSET_PX = 1;

/**
 * `requested`: it is not known yet where the tiles are. `loading`: the tiles are being loaded. `drawn`: the first frame
 * is on screen. `handedOver`: the viewer is ready below the first frame. The last three are final.
 */
export type OpeningState = 'requested' | 'loading' | 'drawn' | 'handedOver' | 'finished' | 'cancelled' | 'failed';

const TRANSITIONS: Readonly<Record<OpeningState, readonly OpeningState[]>> = {
  requested: ['loading', 'finished', 'cancelled', 'failed'],
  loading: ['loading', 'drawn', 'handedOver', 'finished', 'cancelled', 'failed'],
  drawn: ['handedOver', 'finished', 'cancelled', 'failed'],
  handedOver: ['finished', 'cancelled', 'failed'],
  finished: [],
  cancelled: [],
  failed: [],
};

/** Replaceable in tests, which have no screen. */
export type OpeningTools = {
  readonly cache: TileCache;
  readonly firstViewOf: (target: OpeningTarget, image: RevisionImage) => FirstView | undefined;
  readonly createFrame: (view: FirstView, onInput: () => void) => Pick<FirstFrame, keyof FirstFrame>;
};

type Preload = { readonly revisionId: string; readonly view: FirstView; readonly leases: readonly TileLease[] };

export class PlanOpening {
  readonly planId: string;
  private readonly target: OpeningTarget;
  private readonly tools: OpeningTools;
  private readonly settled = Promise.withResolvers<void>();
  private current: OpeningState = 'requested';
  private navigated = false;
  private preload: Preload | undefined;
  private frame: ReturnType<OpeningTools['createFrame']> | undefined;
  private timer: ReturnType<typeof setTimeout>;

  constructor(target: OpeningTarget, tools: OpeningTools) {
    this.planId = target.planId;
    this.target = target;
    this.tools = tools;
    this.timer = setTimeout(() => this.cancel(), PRELOAD_TTL_MS);
  }

  get state(): OpeningState {
    return this.current;
  }

  get ended(): boolean {
    return TRANSITIONS[this.current].length === 0;
  }

  /** The revision is known, and where its tiles are. Another revision replaces the one being loaded. */
  load({ image, loadTile }: RevisionTiles): void {
    if (this.ended || this.preload?.revisionId === image.id) return;
    const view = this.frame ? undefined : this.tools.firstViewOf(this.target, image);
    if (!view) {
      this.fail();
      return;
    }
    const leases = view.tiles.map((tile) =>
      this.tools.cache.lease(tileKey(image.id, tile), (signal) => loadTile(tile, signal)),
    );
    this.releaseTiles();
    this.preload = { revisionId: image.id, view, leases };
    this.enter('loading');
    if (this.navigated) this.draw(this.preload);
  }

  /** The browser navigates to the plan. Resolves once the first frame is on screen, or no longer expected. */
  show(): Promise<void> {
    if (!this.navigated && !this.ended) {
      this.navigated = true;
      if (this.preload) this.draw(this.preload);
    }
    return this.settled.promise;
  }

  /** The viewer is ready, in this box. Removes a first frame that differs from what the viewer will draw. */
  handOver(revisionId: string, box: StageBox): void {
    if (this.ended) return;
    if (!this.frame || !this.preload) {
      this.finish();
      return;
    }
    const { view } = this.preload;
    const isOff = (side: 'left' | 'top' | 'width' | 'height') => Math.abs(view.box[side] - box[side]) > MAX_OFFSET_PX;
    if (this.preload.revisionId !== revisionId || isOff('left') || isOff('top') || isOff('width') || isOff('height')) {
      this.fail();
      return;
    }
    this.frame.passPointerEvents();
    if (this.current !== 'handedOver') this.enter('handedOver');
  }

  /** The viewer has drawn the plan. */
  finish(): void {
    this.end('finished');
  }

  cancel(): void {
    this.end('cancelled');
  }

  /** The tiles are unavailable, or the first frame would be wrong: the plan opens without it. */
  fail(): void {
    this.end('failed');
  }

  private draw({ view, leases }: Preload): void {
    const frame = this.tools.createFrame(view, () => this.cancel());
    this.frame = frame;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.cancel(), FRAME_TTL_MS);
    const tiles = leases.map(async ({ image }, at) => {
      const tile = view.tiles[at];
      const loaded = await image;
      if (tile && !this.ended) frame.add(tile, loaded);
    });
    void Promise.allSettled(tiles).then(async (results) => {
      if (results.every(({ status }) => status === 'rejected')) this.fail();
      if (this.ended) return;
      await frame.complete();
      if (this.current === 'loading') this.enter('drawn');
      this.settled.resolve();
    });
  }

  private enter(next: OpeningState): void {
    if (!TRANSITIONS[this.current].includes(next)) throw new Error(`a plan cannot go from ${this.current} to ${next}`);
    this.current = next;
  }

  private end(state: 'finished' | 'cancelled' | 'failed'): void {
    if (this.ended) return;
    this.enter(state);
    clearTimeout(this.timer);
    this.frame?.remove();
    this.releaseTiles();
    this.settled.resolve();
  }

  private releaseTiles(): void {
    for (const tile of this.preload?.leases ?? []) tile.release();
  }
}

/** At most one plan is being opened at a time. */
export class PlanOpenings {
  readonly cache: TileCache;
  private readonly tools: OpeningTools;
  private latest: PlanOpening | undefined;

  constructor(tools: OpeningTools) {
    this.cache = tools.cache;
    this.tools = tools;
  }

  /** Continues an opening of the same plan, because a press is reported both on pointer down and on click. */
  start(target: OpeningTarget): PlanOpening {
    const known = this.of(target.planId);
    if (known) return known;
    this.latest?.cancel();
    this.latest = new PlanOpening(target, this.tools);
    return this.latest;
  }

  /** The opening of this plan while it lasts. */
  of(planId: string): PlanOpening | undefined {
    return this.latest?.planId === planId && !this.latest.ended ? this.latest : undefined;
  }

  /** Called on navigation to a plan: resolves once its first frame is on screen, at the latest after `maxMs`. */
  show(planId: string, maxMs: number): Promise<void> | undefined {
    const opening = this.of(planId);
    if (!opening) {
      this.latest?.cancel();
      return undefined;
    }
    return Promise.race([opening.show(), new Promise<void>((resolve) => void setTimeout(resolve, maxMs))]);
  }

  /** Called on every navigation. */
  leave(pathname: string): void {
    if (this.latest && !pathname.includes(this.latest.planId)) this.latest.cancel();
  }

  /** The session has ended. */
  clear(): void {
    this.latest?.cancel();
    this.cache.clear();
  }
}

export const openings = new PlanOpenings({
  cache: new TileCache(MAX_CACHE_BYTES),
  firstViewOf,
  createFrame: (view, onInput) => new FirstFrame(view, onInput),
});
