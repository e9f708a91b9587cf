// What the list of projects shows and in which order, as text of an address. Pure.
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

/** One of the choices there are today, or none. */
export const among = <T extends string>(choices: readonly T[], value: unknown): T | undefined =>
  choices.find((choice) => choice === value);

/** What an address says; unknown and broken parts of it are left out, as is what it does not tell. */
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

/** The address with what was chosen. Everything chosen is written: what somebody else likes must not change what a link shows. */
export function withProjectView(address: Address, chosen: Partial<ShownProjects>): Record<string, unknown> {
  const next: Record<string, unknown> = { ...address, ...chosen };
  if (next.search === '') delete next.search;
  return next;
}

const PARTS = ['view', 'sort', 'whose', 'state', 'reverse', 'search'];

/** An address of what opens above the list, with what the list below goes on showing. */
export function keepingView(href: string, address: Address): string {
  const kept = PARTS.flatMap((part) => (address[part] === undefined ? [] : [[part, String(address[part])]]));
  const query = new URLSearchParams(kept).toString();
  if (query === '') return href;
  return `${href}${href.includes('?') ? '&' : '?'}${query}`;
}
