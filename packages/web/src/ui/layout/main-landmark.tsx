// The main landmark, for content shown either instead of all screens or inside their frame: a page has only one.
import { createContext, type ReactNode, useContext } from 'react';

/** True below the main landmark of the frame. */
export const InMain = createContext(false);

export function MainPart({ className, children }: { className: string; children: ReactNode }) {
  const Part = useContext(InMain) ? 'div' : 'main';
  return <Part className={className}>{children}</Part>;
}
