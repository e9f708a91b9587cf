// The stages of downloading a plan to a device, in order, and the progress they add up to.

export const STAGES = [
  { name: 'START_DOWNLOAD', weight: 1 },
  { name: 'GET_PROJECT_DATA', weight: 1 },
  { name: 'GET_PLAN_DATA', weight: 3 },
  { name: 'GET_PLAN_TILES', weight: 25 },
  { name: 'GET_PINS', weight: 10 },
  { name: 'GET_MEDIA_POSTS_AND_TASKS', weight: 10 },
  { name: 'GET_MEDIA_POST_THUMBNAILS', weight: 15 },
  { name: 'GET_FIELDS', weight: 15 },
  { name: 'GET_ASSIGNEES', weight: 5 },
  { name: 'GET_ASSIGNEE_THUMBNAILS', weight: 10 },
  { name: 'GET_NOTES', weight: 3 },
  { name: 'GET_RECENT_PIN_TITLES', weight: 1 },
  { name: 'GET_RECENT_TASK_TITLES', weight: 1 },
  { name: 'DOWNLOAD_FINISHED', weight: 0 },
] as const;
export type Stage = (typeof STAGES)[number]['name'];

export const FIRST_STAGE: Stage = 'START_DOWNLOAD';

/** The stages from this one on. */
export function stagesFrom(stage: Stage): Stage[] {
  return STAGES.slice(STAGES.findIndex(({ name }) => name === stage)).map(({ name }) => name);
}

/** The share of the whole download done, 0 to 1, when this share of a stage is done. */
export function progressOf(stage: Stage, share: number): number {
  const at = STAGES.findIndex(({ name }) => name === stage);
  const before = STAGES.slice(0, at).reduce((sum, { weight }) => sum + weight, 0);
  const all = STAGES.reduce((sum, { weight }) => sum + weight, 0);
  return (before + (STAGES[at]?.weight ?? 0) * Math.min(1, Math.max(0, share))) / all;
}
