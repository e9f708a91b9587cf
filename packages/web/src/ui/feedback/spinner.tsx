// Shows that something of unknown duration and shape is in progress (else: Skeleton or ProgressBar).
import { useT } from '../translation.tsx';
import './spinner.css';

export function Spinner({ label, large }: { label?: string | undefined; large?: boolean | undefined }) {
  const t = useT();
  return (
    <span className="ui-spinner" role="img" aria-label={label ?? t('ui.loading')} data-large={large ? '' : undefined}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <line x1="10" y1="1" x2="10" y2="12" />
        <path d="M10 18.5 7.4 12h5.2z" />
      </svg>
    </span>
  );
}
