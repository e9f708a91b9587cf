// Filter and order of the project list as URL search parameters. Pure.
import { PROJECT_SORTS } from '@plumbline/core/features/projects/contract';

export const VIEWS = ['tiles', 'list'] as const;
export const WHOSE = ['mine', 'other'] as const;
const STATES = ['active', 'inactive'] as const;

export type ProjectView = {
  view: (typeof VIEWS)[number];
  sort: (typeof PROJECT_SORTS)[number];
  whose: (typeof WHOSE)[number];
  state: (typeof STATES)[number];
  reverse: boolean;
};
export type ShownProjects = ProjectView & { search: string };

type Address = Readonly<Record<string, unknown>>;

/** The value if it is one of the choices, otherwise undefined. */
export const among = <T extends string>(choices: readonly T[], value: unknown): T | undefined =>
  choices.find((choice) => choice === value);

/** The view in the URL; unknown, malformed and missing parts are omitted. */
export function readProjectView(address: Address): Partial<ProjectView> & { search: string } {
  const view = among(VIEWS, address.view);
  const sort = among(PROJECT_SORTS, address.sort);
  const whose = among(WHOSE, address.whose);
  const state = among(STATES, address.state);
  const reverse = among(['true', 'false'], String(address.reverse));
  return {
    ...(view && { view }),
    ...(sort && { sort }),
    ...(whose && { whose }),
    ...(state && { state }),
    ...(reverse && { reverse: reverse === 'true' }),
    search: address.search === undefined ? '' : String(address.search).slice(0, 200),
  };
}

/**
 * The URL with the chosen view. All choices are written, so that another user's preferences do not change what a link
 * shows.
 */
export function withProjectView(address: Address, chosen: Partial<ShownProjects>): Record<string, unknown> {
  const next: Record<string, unknown> = { ...address, ...chosen };
  if (next.search === '') delete next.search;
  return next;
}

const PARTS = ['view', 'sort', 'whose', 'state', 'reverse', 'search'];

/** The URL of a dialog over the list, including the view of the list below. */
export function keepingView(href: string, address: Address): string {
  const kept = PARTS.flatMap((part) => (address[part] === undefined ? [] : [[part, String(address[part])]]));
  const query = new URLSearchParams(kept).toString();
  if (query === '') return href;
  return `${href}${href.includes('?') ? '&' : '?'}${query}`;
}
