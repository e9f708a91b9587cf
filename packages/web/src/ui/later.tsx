// A part of a screen that is fetched when it is first shown.
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

/** What stands in its place until it has come is nothing, unless told. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(() => load().then((its) => ({ default: its })));
  return function Later(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  };
}
