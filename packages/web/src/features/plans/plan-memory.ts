// What this device remembers of looking at plans: the look of the drawing, and where one was in each plan of this sitting.
import { VIEW_TYPES, type ViewType } from '../../app/addresses.ts';
import type { ViewState } from '../../viewer/geometry.ts';
import { type Appearance, PLAIN } from '../../viewer/options.ts';

const LOOK = 'plumbline.planLook';
const VIEW_TYPE = 'plumbline.planViewType';
const VIEWS = 'plumbline.planViews';
const KEPT = 30;

/** `largePins`: for gloves, sun and far-away eyes. */
export type PlanLook = Appearance & { overview: boolean; largePins: boolean };

function read<T extends object>(store: Storage, key: string): Partial<T> {
  try {
    return JSON.parse(store.getItem(key) ?? '{}') as Partial<T>;
  } catch {
    return {};
  }
}

export const rememberedLook = (): PlanLook => ({
  ...PLAIN,
  overview: true,
  largePins: false,
  ...read<PlanLook>(localStorage, LOOK),
});
export const rememberLook = (look: PlanLook): void => localStorage.setItem(LOOK, JSON.stringify(look));

/** On a desk: whether pins stand beside the drawing, as this user had it last. */
export const rememberedViewType = (): ViewType =>
  VIEW_TYPES.find((one) => one === localStorage.getItem(VIEW_TYPE)) ?? 'split';
export const rememberViewType = (viewType: ViewType): void => localStorage.setItem(VIEW_TYPE, viewType);

const STAGES = 'plumbline.planStages';

export type StageSize = { width: number; height: number };

/** The room of a drawing hangs on the window and on what stands beside it. */
const stageName = (viewType: ViewType): string => `${innerWidth}x${innerHeight}/${viewType}`;

/** The room that a drawing had here last. */
export function expectedStage(viewType: ViewType): StageSize | undefined {
  const { width, height } = read<Record<string, StageSize>>(localStorage, STAGES)[stageName(viewType)] ?? {};
  return Number.isFinite(width) && Number.isFinite(height)
    ? { width: Number(width), height: Number(height) }
    : undefined;
}

export function rememberStage(viewType: ViewType, { width, height }: StageSize): void {
  const name = stageName(viewType);
  const { [name]: known, ...others } = read<Record<string, StageSize>>(localStorage, STAGES);
  if (known?.width === width && known.height === height) return;
  const kept = Object.entries(others).slice(1 - KEPT);
  localStorage.setItem(STAGES, JSON.stringify(Object.fromEntries([...kept, [name, { width, height }]])));
}

type Views = Record<string, ViewState>;

export const rememberedView = (planId: string): ViewState | undefined => read<Views>(sessionStorage, VIEWS)[planId];

export function rememberView(planId: string, view: ViewState): void {
  const { [planId]: _, ...others } = read<Views>(sessionStorage, VIEWS);
  const kept = Object.entries(others).slice(1 - KEPT);
  sessionStorage.setItem(VIEWS, JSON.stringify(Object.fromEntries([...kept, [planId, view]])));
}
