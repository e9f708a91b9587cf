// Constants of share links and of the emails that carry them.

/** Sends the link of a report to one address. */
export const REPORT_EMAIL_TASK = 'report.mail';

const SHARE_DAYS = 30;
/** Lifetime of a share link. */
export const SHARE_MS = SHARE_DAYS * 86_400_000;
