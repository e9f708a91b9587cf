// The main part of a page, for what may stand instead of all screens or inside the frame of them: there is only ever one.
import { createContext, type ReactNode, useContext } from 'react';

/** True below the main part of the frame. */
export const InMain = createContext(false);

export function MainPart({ className, children }: { className: string; children: ReactNode }) {
  const Part = useContext(InMain) ? 'div' : 'main';
  return <Part className={className}>{children}</Part>;
}
