// A lazily loaded component. If it fails to load, the screen around it and its input are kept.
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { isMissingPart } from './missing-module.ts';
import { PartMissing } from './module-missing.tsx';

type CatchProps = { children: ReactNode; fallback: ReactNode };

/** Catches missing modules; other errors go to the next error boundary. */
class PartCatch extends Component<CatchProps, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!isMissingPart(error)) throw error;
    return this.props.fallback;
  }
}

const closeOf = (props: object): (() => void) | undefined =>
  'onClose' in props && typeof props.onClose === 'function' ? (props.onClose as () => void) : undefined;

/** Shows `fallback` until loaded; nothing by default. */
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
        fallback={<PartMissing inPlace={fallback !== null} onRetry={again} onClose={closeOf(props)} />}
      >
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </PartCatch>
    );
  };
}
