// What this device remembers about viewing plans: display options, the position of the drawing on screen, and the view
// of each plan in this session.
import type { PlanEntry, TileLink } from '@plumbline/core/features/plans/contract';
import { SESSION_LINKS } from '../../../api/stored-access-token.ts';
import { serverNow } from '../../../api/timing/server-time.ts';
import { VIEW_TYPES, type ViewType } from '../../../shared/navigation/addresses.ts';
import { keep } from '../../../ui/keep.ts';
import { storedAppearance } from '../../../ui/theme/appearance.ts';
import type { ViewState } from '../../../viewer/camera/geometry.ts';
import { type Appearance, PLAIN } from '../../../viewer/options.ts';

/** The part of a revision needed to draw it. */
export type RevisionImage = Pick<NonNullable<PlanEntry['currentRevision']>, 'id' | 'pyramid'>;

const DISPLAY = 'plumbline.planLook';
const VIEW_TYPE = 'plumbline.planViewType';
const VIEWS = 'plumbline.planViews';
const MAX_ENTRIES = 30;

/** `largePins`: for gloves, sunlight or poor eyesight. */
export type DisplayOptions = Appearance & { overview: boolean; largePins: boolean };

function read<T extends object>(store: Storage, key: string): Partial<T> {
  try {
    return JSON.parse(store.getItem(key) ?? '{}') as Partial<T>;
  } catch {
    return {};
  }
}

const isDark = (): boolean => document.documentElement.dataset.theme === 'dark';

/** In the dark theme drawings are inverted, unless this user chose otherwise. */
export const savedDisplay = (): DisplayOptions => ({
  ...PLAIN,
  night: isDark(),
  overview: true,
  largePins: false,
  ...read<DisplayOptions>(localStorage, DISPLAY),
});
/** The options of an open drawing after the theme may have changed. */
export function followTheme(shown: DisplayOptions): DisplayOptions {
  const { night } = savedDisplay();
  return night === shown.night ? shown : { ...shown, night };
}
/** Always bright in the bright theme. */
export const effectiveDisplay = (display: DisplayOptions): DisplayOptions =>
  storedAppearance().bright ? { ...display, bright: true } : display;
/** Whether the drawing is inverted is kept only where it differs from the theme, and follows the theme elsewhere. */
export const saveDisplay = ({ night, ...display }: DisplayOptions): void =>
  keep(DISPLAY, JSON.stringify(night === isDark() ? display : { ...display, night }));

/** On wide screens: whether pins are shown next to the drawing, as last chosen by this user. */
export const savedViewType = (): ViewType =>
  VIEW_TYPES.find((viewType) => viewType === localStorage.getItem(VIEW_TYPE)) ?? 'split';
export const saveViewType = (viewType: ViewType): void => keep(VIEW_TYPE, viewType);

const STAGES = 'plumbline.planStages';

/** Position of a drawing in the window, in CSS pixels; `bottom` is the height covered by a sheet. */
export type StageBox = { left: number; top: number; width: number; height: number; bottom: number };
/** What determines the position of a drawing, besides the window size. */
export type StageKind = { viewType: ViewType; pin: boolean };

const stageKey = ({ viewType, pin }: StageKind): string =>
  `${innerWidth}x${innerHeight}/${viewType}${pin ? '/pin' : ''}`;

const SIDES = ['left', 'top', 'width', 'height', 'bottom'] as const;

/** Where a drawing was last shown on this device. */
export function savedStage(kind: StageKind): StageBox | undefined {
  const known = read<Record<string, StageBox>>(localStorage, STAGES)[stageKey(kind)];
  return known && SIDES.every((side) => Number.isFinite(known[side])) ? known : undefined;
}

export function saveStage(kind: StageKind, box: StageBox): void {
  const name = stageKey(kind);
  const { [name]: known, ...others } = read<Record<string, StageBox>>(localStorage, STAGES);
  if (known && SIDES.every((side) => known[side] === box[side])) return;
  const kept = Object.entries(others).slice(1 - MAX_ENTRIES);
  keep(STAGES, JSON.stringify(Object.fromEntries([...kept, [name, box]])));
}

type Views = Record<string, ViewState>;

export const savedView = (planId: string): ViewState | undefined => read<Views>(sessionStorage, VIEWS)[planId];

export function saveView(planId: string, view: ViewState): void {
  const { [planId]: _, ...others } = read<Views>(sessionStorage, VIEWS);
  const kept = Object.entries(others).slice(1 - MAX_ENTRIES);
  keep(VIEWS, JSON.stringify(Object.fromEntries([...kept, [planId, view]])), sessionStorage);
}

/** The tile link of a plan when it was last opened on this device. */
export type KnownTiles = { image: RevisionImage; link: TileLink };

/** Undefined once the link has expired. */
export function savedTiles(planId: string): KnownTiles | undefined {
  const known = read<Record<string, KnownTiles>>(localStorage, SESSION_LINKS)[planId];
  return known?.image && Date.parse(known.link.expiresAt) > serverNow() ? known : undefined;
}

export function saveTiles(planId: string, { image: { id, pyramid }, link }: KnownTiles): void {
  const { [planId]: _, ...others } = read<Record<string, KnownTiles>>(localStorage, SESSION_LINKS);
  const kept = Object.entries(others).slice(1 - MAX_ENTRIES);
  keep(SESSION_LINKS, JSON.stringify(Object.fromEntries([...kept, [planId, { image: { id, pyramid }, link }]])));
}
