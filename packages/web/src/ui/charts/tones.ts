// The colours of charts: those of the status scale where something has a status, else the brand's.

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
