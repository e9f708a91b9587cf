// A person's status in the organisation: an icon for each status, and its label.
import type { MembershipStatus } from '@plumbline/core/access/membership-status';
import { type Status, StatusBadge } from '../../../ui/marks/status-badge.tsx';
import { useT } from '../../../ui/translation.tsx';

const STATUS_BADGES: Record<MembershipStatus, Status> = {
  pending: 'draft',
  invited: 'open',
  active: 'done',
  activeFree: 'done',
  inactive: 'inactive',
  deactivated: 'inactive',
  removed: 'closed',
  unlicensed: 'rejected',
  licenceExpired: 'overdue',
};

export function MembershipStatusBadge({ status }: { status: MembershipStatus }) {
  const t = useT();
  return (
    <StatusBadge status={STATUS_BADGES[status]} plain>
      {t(`organisation.status.${status}`)}
    </StatusBadge>
  );
}
