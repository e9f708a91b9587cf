// Lets a screen set its title, breadcrumb and top bar actions without knowing the shell.
import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { Crumb } from '../../ui/layout/breadcrumb.tsx';
import { Row } from '../../ui/layout/primitives.tsx';

let slot: HTMLElement | undefined;

/** What the buttons of the screen are rendered into: it exists before the top bar, so that both appear together. */
function actionSlot(): HTMLElement {
  if (!slot) {
    slot = document.createElement('div');
    slot.style.display = 'contents';
  }
  return slot;
}

let crumbs: readonly Crumb[] = [];
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly Crumb[] = [];

export function useScreenCrumbs(): readonly Crumb[] {
  return useSyncExternalStore(subscribe, () => crumbs);
}

const putSlot = (row: HTMLElement | null): void => row?.append(actionSlot());

/** Where the actions of the screen appear; rendered once, in the top bar. */
export function ScreenActions({ label }: { label: string }) {
  return <Row fixed className="top-actions" role="group" aria-label={label} ref={putSlot} />;
}

export type ScreenHeadProps = {
  /** The title of the browser tab, and the last breadcrumb where it is not the section itself. */
  title: string;
  /** Breadcrumbs below the section, the current one last, e.g. folder and plan. */
  path?: readonly Crumb[] | undefined;
  /** Buttons at the end of the top bar. */
  children?: ReactNode;
};

/** Rendered by a screen: `<ScreenHead title={plan.name} path={[…]}><IconButton … /></ScreenHead>`. */
export function ScreenHead({ title, path = NONE, children }: ScreenHeadProps) {
  const key = JSON.stringify(path);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the path, a new array on each render
  useEffect(() => {
    crumbs = path;
    tell();
    return () => {
      crumbs = NONE;
      tell();
    };
  }, [key]);
  useEffect(() => {
    document.title = `${title} – Plumbline`;
  }, [title]);
  return children !== undefined ? createPortal(children, actionSlot()) : null;
}
