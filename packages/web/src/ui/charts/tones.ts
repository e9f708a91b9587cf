// The colours of charts: from the status scale for statuses, else the brand's.

export const TONES = [
  'brand',
  'open',
  'overdue',
  'rejected',
  'done',
  'closed',
  'inactive',
  'draft',
  'warning',
  'signal',
] as const;
export type Tone = (typeof TONES)[number];
