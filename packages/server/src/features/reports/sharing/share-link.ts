// Constants of share links and of the emails that carry them.
import { DEFAULT_SHARE_DAYS } from '@plumbline/core/features/reports/sharing';

/** Sends the link of a report to one address. */
export const REPORT_EMAIL_TASK = 'report.mail';

/** Lifetime of a new share link. */
export const SHARE_MS = DEFAULT_SHARE_DAYS * 86_400_000;
