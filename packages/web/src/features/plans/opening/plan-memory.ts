// What this device remembers about viewing plans: the drawing's appearance, and the view of each plan in this session.
import type { PlanEntry, TileLink } from '@plumbline/core/features/plans/contract';
import { SESSION_LINKS } from '../../../api/token-at-hand.ts';
import { VIEW_TYPES, type ViewType } from '../../../shared/navigation/addresses.ts';
import { storedAppearance } from '../../../ui/theme/appearance.ts';
import type { ViewState } from '../../../viewer/camera/geometry.ts';
import { type Appearance, PLAIN } from '../../../viewer/options.ts';

/** The part of a revision needed to draw it. */
export type Head = Pick<NonNullable<PlanEntry['currentRevision']>, 'id' | 'pyramid'>;

const LOOK = 'plumbline.planLook';
const VIEW_TYPE = 'plumbline.planViewType';
const VIEWS = 'plumbline.planViews';
const KEPT = 30;

/** `largePins`: for gloves, sunlight or poor eyesight. */
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
/** The appearance of the drawing on this device: always bright in the bright theme. */
export const shownLook = (look: PlanLook): PlanLook => (storedAppearance().bright ? { ...look, bright: true } : look);
export const rememberLook = (look: PlanLook): void => localStorage.setItem(LOOK, JSON.stringify(look));

/** On wide screens: whether pins are shown next to the drawing, as last chosen by this user. */
export const rememberedViewType = (): ViewType =>
  VIEW_TYPES.find((one) => one === localStorage.getItem(VIEW_TYPE)) ?? 'split';
export const rememberViewType = (viewType: ViewType): void => localStorage.setItem(VIEW_TYPE, viewType);

const STAGES = 'plumbline.planStages';

/** Position of a drawing in the window, in CSS pixels; `bottom` is the height covered by a sheet. */
export type StageBox = { left: number; top: number; width: number; height: number; bottom: number };
/** What determines the position of a drawing, besides the window size. */
export type StageKind = { viewType: ViewType; pin: boolean };

const stageName = ({ viewType, pin }: StageKind): string =>
  `${innerWidth}x${innerHeight}/${viewType}${pin ? '/pin' : ''}`;

const SIDES = ['left', 'top', 'width', 'height', 'bottom'] as const;

/** Where a drawing was last shown on this device. */
export function expectedStage(kind: StageKind): StageBox | undefined {
  const known = read<Record<string, StageBox>>(localStorage, STAGES)[stageName(kind)];
  return known && SIDES.every((side) => Number.isFinite(known[side])) ? known : undefined;
}

export function rememberStage(kind: StageKind, box: StageBox): void {
  const name = stageName(kind);
  const { [name]: known, ...others } = read<Record<string, StageBox>>(localStorage, STAGES);
  if (known && SIDES.every((side) => known[side] === box[side])) return;
  const kept = Object.entries(others).slice(1 - KEPT);
  localStorage.setItem(STAGES, JSON.stringify(Object.fromEntries([...kept, [name, box]])));
}

type Views = Record<string, ViewState>;

export const rememberedView = (planId: string): ViewState | undefined => read<Views>(sessionStorage, VIEWS)[planId];

export function rememberView(planId: string, view: ViewState): void {
  const { [planId]: _, ...others } = read<Views>(sessionStorage, VIEWS);
  const kept = Object.entries(others).slice(1 - KEPT);
  sessionStorage.setItem(VIEWS, JSON.stringify(Object.fromEntries([...kept, [planId, view]])));
}

/** The tile link of a plan when it was last opened on this device. */
export type KnownTiles = { head: Head; link: TileLink };

/** Undefined once the link has expired. */
export function knownTiles(planId: string): KnownTiles | undefined {
  const known = read<Record<string, KnownTiles>>(localStorage, SESSION_LINKS)[planId];
  return known && Date.parse(known.link.expiresAt) > Date.now() ? known : undefined;
}

export function rememberTiles(planId: string, { head: { id, pyramid }, link }: KnownTiles): void {
  const { [planId]: _, ...others } = read<Record<string, KnownTiles>>(localStorage, SESSION_LINKS);
  const kept = Object.entries(others).slice(1 - KEPT);
  localStorage.setItem(
    SESSION_LINKS,
    JSON.stringify(Object.fromEntries([...kept, [planId, { head: { id, pyramid }, link }]])),
  );
}
