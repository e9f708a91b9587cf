// The status scale: each status has a colour, a distinct shape and a word, so that it is recognisable in sunlight, with
// colour blindness and on a black-and-white print.

import { Text } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import './status.css';

export type Status = 'open' | 'overdue' | 'rejected' | 'done' | 'closed' | 'inactive' | 'draft';

export const STATUSES: readonly Status[] = ['open', 'overdue', 'rejected', 'done', 'closed', 'inactive', 'draft'];

/** Only the shape: ring, triangle, diamond, ring with check, full disc with check, crossed ring, broken ring. */
export function StatusGlyph({ status, size }: { status: Status; size?: number | undefined }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className="ui-status-glyph"
      data-tone={status}
      aria-hidden="true"
      fill="none"
      stroke="var(--tone)"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(size !== undefined && { style: { width: size, height: size } })}
    >
      {SHAPES[status]}
    </svg>
  );
}

const SHAPES: Record<Status, React.ReactNode> = {
  open: <circle cx="8" cy="8" r="5.6" />,
  overdue: (
    <>
      <path d="M8 1.9 14.6 13.6H1.4z" fill="var(--tone)" />
      <path d="M8 6.2v3.2" stroke="var(--surface)" />
      <circle cx="8" cy="11.7" r=".5" stroke="var(--surface)" strokeWidth="1" />
    </>
  ),
  rejected: (
    <>
      <path d="m8 1.4 6.6 6.6L8 14.6 1.4 8z" fill="var(--tone)" />
      <path d="m6.2 6.2 3.6 3.6m0-3.6L6.2 9.8" stroke="var(--surface)" />
    </>
  ),
  done: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="m5.2 8.2 2 2 3.7-4" />
    </>
  ),
  closed: (
    <>
      <circle cx="8" cy="8" r="6.2" fill="var(--tone)" />
      <path d="m5.2 8.2 2 2 3.7-4" stroke="var(--surface)" />
    </>
  ),
  inactive: (
    <>
      <circle cx="8" cy="8" r="6.2" />
      <path d="M5.2 8h5.6" />
    </>
  ),
  draft: <circle cx="8" cy="8" r="6" strokeDasharray="2.2 3" strokeLinecap="butt" />,
};

export type StatusBadgeProps = {
  status: Status;
  /** Other text for the status, e.g. "Overdue since Monday". */
  children?: string | undefined;
  /** No background colour: for tables with many badges. */
  plain?: boolean | undefined;
};

export function StatusBadge({ status, children, plain }: StatusBadgeProps) {
  const t = useT();
  return (
    <span className="ui-status" data-tone={status} data-plain={plain ? '' : undefined}>
      <StatusGlyph status={status} />
      <Text cut>{children ?? t(`ui.status.${status}`)}</Text>
    </span>
  );
}
