// Shown where an image is unavailable.
import { useT } from '../translation.tsx';
import './no-preview.css';

export function NoPreview({ label, className }: { label?: string | undefined; className?: string | undefined }) {
  const t = useT();
  return (
    <span
      className={className === undefined ? 'ui-no-preview' : `ui-no-preview ${className}`}
      role="img"
      aria-label={label ? `${label} – ${t('ui.noPreview')}` : t('ui.noPreview')}
    >
      <svg
        viewBox="0 0 64 48"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M6 6h52v36H6z" strokeDasharray="4 4" />
        <path d="m12 36 12-13 8 8 6-6 14 11" />
        <circle cx="43" cy="17" r="4" />
        <path d="M8 44 56 4" />
      </svg>
    </span>
  );
}
