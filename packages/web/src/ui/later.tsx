// A part of a screen that is fetched when it is first shown. Where it does not come, the screen around it and what was entered there stay.
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { isMissingPart } from './missing-part.ts';
import { PartMissing } from './part-missing.tsx';

type CatchProps = { children: ReactNode; instead: ReactNode };

/** Catches that a part is missing; everything else goes on to who catches faults. */
class PartCatch extends Component<CatchProps, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!isMissingPart(error)) throw error;
    return this.props.instead;
  }
}

const closeOf = (props: object): (() => void) | undefined =>
  'onClose' in props && typeof props.onClose === 'function' ? (props.onClose as () => void) : undefined;

/** What stands in its place until it has come is nothing, unless told. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const make = () => lazy(() => load().then((its) => ({ default: its })));
  let newest = make();
  return function Later(props: Props) {
    const [{ Part, attempt }, setTry] = useState(() => ({ Part: newest, attempt: 1 }));
    const again = () => {
      newest = make();
      setTry({ Part: newest, attempt: attempt + 1 });
    };
    return (
      <PartCatch
        key={attempt}
        instead={<PartMissing inPlace={fallback !== null} onRetry={again} onClose={closeOf(props)} />}
      >
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </PartCatch>
    );
  };
}
