// Parts of a page: its main landmark, its spinner, and its primary action on phones.
import { createContext, type ReactNode, useContext } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { keepToastsAbove } from '../overlays/above-bars.ts';
import './page.css';

/** True below the main landmark of the frame. */
export const InMain = createContext(false);

/** Content shown either instead of all screens or inside their frame: a page has only one main landmark. */
export function MainPart({ className, children }: { className: string; children: ReactNode }) {
  const Part = useContext(InMain) ? 'div' : 'main';
  return <Part className={className}>{children}</Part>;
}

/** Shown while content loads. */
export function PageSpinner() {
  return (
    <div className="ui-page-spinner">
      <Spinner large />
    </div>
  );
}

/** A bar below the content, within reach of the thumb. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className="ui-action-bar" ref={keepToastsAbove}>
      {children}
    </div>
  );
}
