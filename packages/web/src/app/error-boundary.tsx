// The error boundary: an error message and a way to continue, instead of a blank page.
import { Component, type ErrorInfo, type ReactNode, useContext } from 'react';
import { shownFailure } from '../shared/data/shown-failure.ts';
import { ErrorView } from '../ui/feedback/error-view.tsx';
import { MainPart } from '../ui/layout/page.tsx';
import { TranslationContext } from '../ui/translation.tsx';

type CatchProps = { children: ReactNode };

export class ErrorBoundary extends Component<CatchProps, { error: unknown; failed: boolean }> {
  override state = { error: undefined as unknown, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    return this.state.failed ? <Fault error={this.state.error} /> : this.props.children;
  }
}

/** A failed screen. Without messages (they may have failed to load too) it can only offer a reload. */
export function Fault({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const t = useContext(TranslationContext);
  if (!t) {
    return (
      <button type="button" style={{ margin: 40, fontSize: 40 }} onClick={() => location.reload()}>
        ↻
      </button>
    );
  }
  return (
    <MainPart className="fault">
      <ErrorView screen failure={shownFailure(t, error)} {...(onRetry && { onRetry })} />
    </MainPart>
  );
}
