// Lookups during one filling: which lists are currently open, and what a placeholder means there.
import type { ReportData } from '@plumbline/core/features/reports/report-data';
import type { ScopeDataResolver, Tag as WrittenTag } from 'easy-template-x';
import type { RequestedPicture } from './pictures/requested-pictures.ts';
import type { Formats } from './tags/formats.ts';
import { type Amount, type ScopeName, type Tag, tagIn } from './tags/grammar.ts';
import { readTag, type TagOptions, type TagText } from './tags/tag-syntax.ts';

export const TEXT = 'text';
export const PICTURE = 'picture';
export const SECTION = 'section';

/** The content of a placeholder; `_type` names the plug-in that writes it. */
export type Content =
  | { _type: typeof TEXT; value: string; amount: Amount | null }
  | { _type: typeof PICTURE; request: RequestedPicture | null; options: TagOptions }
  | { _type: typeof SECTION; times: readonly Frame[] };

/** An open list and its current item; undefined for a section that adds no scope for lookups. */
export type Frame = { scope: ScopeName; item: unknown } | undefined;

export class Filling {
  private readonly formats: Formats;
  private readonly frames: NonNullable<Frame>[];
  private readonly onTurn: (done: number, of: number) => Promise<void>;

  /** `onTurn` is called after each item of an outermost list; it may throw to stop. */
  constructor(data: ReportData | null, formats: Formats, onTurn: (done: number, of: number) => Promise<void>) {
    this.formats = formats;
    this.frames = data ? [{ scope: 'report', item: data }] : [];
    this.onTurn = onTurn;
  }

  readonly resolve: ScopeDataResolver = ({ path }) => {
    const tag = path.at(-1);
    if (tag === undefined || typeof tag === 'number') throw new Error('a value without a placeholder');
    // The engine's own type for contents is a closed union; plug-ins add more, distinguished by `_type`.
    return this.contentOf(tag) as unknown as ReturnType<ScopeDataResolver>;
  };

  contentOf(written: Pick<WrittenTag, 'rawText'>): Content {
    const text = readTag(written.rawText);
    const found = text && this.find(text.name);
    if (!text || !found) throw new Error(`a placeholder passed the check but is unknown: ${written.rawText}`);
    if (text.kind === 'open') return { _type: SECTION, times: this.turns(text, found) };
    const { tag, item } = found;
    if (tag.gives === 'text') {
      const amount = tag.amount?.(item, text.options) ?? null;
      return { _type: TEXT, value: tag.read(item, this.formats, text.options), amount };
    }
    if (tag.gives === 'picture') return { _type: PICTURE, request: tag.read(item), options: text.options };
    throw new Error(`a list passed the check as a value: ${written.rawText}`);
  }

  /** The lookups with one more list open. */
  opened(frame: Frame): Filling {
    if (!frame) return this;
    const inner = new Filling(null, this.formats, this.onTurn);
    inner.frames.push(...this.frames, frame);
    return inner;
  }

  /** Whether no list is open. */
  get outermost(): boolean {
    return this.frames.length === 1;
  }

  /** Runs `work` with one more list open. */
  async within(frame: Frame, place: number, of: number, work: () => Promise<void>): Promise<void> {
    if (!frame) return work();
    this.frames.push(frame);
    try {
      await work();
    } finally {
      this.frames.pop();
    }
    if (this.outermost) await this.onTurn(place + 1, of);
  }

  private turns(text: TagText, { tag, item }: Found): readonly Frame[] {
    if (tag.gives === 'list') {
      const items = tag.read(item, text.options);
      if (text.mode === 'each') return items.map((one) => ({ scope: tag.of, item: one }));
      return items.length > 0 === (text.mode === 'any') ? [undefined] : [];
    }
    const there = tag.gives === 'text' ? tag.read(item, this.formats, text.options) !== '' : tag.read(item) !== null;
    return there === (text.mode !== 'not') ? [undefined] : [];
  }

  private find(name: string): Found | undefined {
    for (const { scope, item } of this.frames.toReversed()) {
      const tag = tagIn(scope, name);
      // `item` comes from the list of this scope, so it is what the scope's tags read.
      if (tag) return { tag, item: item as never };
    }
    return undefined;
  }
}

type Found = { tag: Tag; item: never };
