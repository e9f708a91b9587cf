// The pins of the plan with their grid index and cluster levels; keeps the three consistent when a pin changes.
import type { Frame } from '../camera/geometry.ts';
import { buildLevel, type ClusterLevel, pinsOfBubble } from './clusters.ts';
import { copyColumns, NO_PINS, type PinColumns, type PinInfo, type PinPatch, pinAt } from './columns.ts';
import { buildGridIndex, type GridIndex } from './grid-index.ts';
import { cellPxFor, depthOf, EMPTY_LAYOUT, type Layout, layOut } from './mark-layout.ts';

/** Cached levels: the one on screen and its neighbours while zooming. */
const MAX_CACHED_LEVELS = 4;

export class PinStore {
  columns: PinColumns = NO_PINS;
  private index: GridIndex | undefined;
  private cellPx = 0;
  private readonly levels = new Map<number, ClusterLevel>();
  private indexes: Map<string, number> | undefined;

  set(columns: PinColumns): void {
    this.columns = copyColumns(columns);
    this.indexes = undefined;
    this.invalidatePositions();
  }

  /** Changes one pin; false when it is not present. */
  patch(id: string, patch: PinPatch): boolean {
    const pin = this.indexOf(id);
    if (pin < 0) return false;
    const { columns } = this;
    columns.x[pin] = patch.x ?? columns.x[pin] ?? 0;
    columns.y[pin] = patch.y ?? columns.y[pin] ?? 0;
    columns.colour[pin] = patch.colour ?? columns.colour[pin] ?? 0;
    columns.status[pin] = patch.status ?? columns.status[pin] ?? 0;
    columns.flags[pin] = patch.flags ?? columns.flags[pin] ?? 0;
    columns.number[pin] = patch.number ?? columns.number[pin] ?? 0;
    if (patch.x !== undefined || patch.y !== undefined) this.invalidatePositions();
    else this.levels.clear();
    return true;
  }

  /** The aspect ratio of the plan changed, so cells are recomputed. */
  invalidatePositions(): void {
    this.index = undefined;
    this.levels.clear();
  }

  indexOf(id: string): number {
    this.indexes ??= new Map(this.columns.ids.map((one, i) => [one, i]));
    return this.indexes.get(id) ?? -1;
  }

  info(pin: number): PinInfo {
    return pinAt(this.columns, pin);
  }

  level(depth: number, frame: Frame): ClusterLevel {
    const cellPx = cellPxFor(frame);
    if (cellPx !== this.cellPx) this.levels.clear();
    this.cellPx = cellPx;
    const found = this.levels.get(depth);
    if (found) return found;
    const level = buildLevel(this.columns, this.gridIndex(frame), depth, cellPx);
    const oldest = this.levels.keys().next();
    if (this.levels.size >= MAX_CACHED_LEVELS && !oldest.done) this.levels.delete(oldest.value);
    this.levels.set(depth, level);
    return level;
  }

  /** `slack`: CSS pixels around the viewport that are laid out as well. */
  layout(frame: Frame, slack = 0): Layout {
    if (this.columns.ids.length === 0) return EMPTY_LAYOUT;
    const level = this.level(depthOf(frame), frame);
    return layOut(frame, this.columns, this.gridIndex(frame), level, slack);
  }

  pinsOfBubble(depth: number, cell: number, frame: Frame): number[] {
    return pinsOfBubble(this.level(depth, frame), this.gridIndex(frame), cell);
  }

  private gridIndex(frame: Frame): GridIndex {
    const side = Math.max(frame.widthPx, frame.heightPx);
    this.index ??= buildGridIndex(this.columns.x, this.columns.y, frame.widthPx / side, frame.heightPx / side);
    return this.index;
  }
}
