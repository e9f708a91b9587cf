// How the tasks of a project are displayed, from the URL. Kept small because the router loads it at startup.

export const TASK_VIEW_TYPES = ['list', 'board', 'calendar'] as const;
export type TaskViewType = (typeof TASK_VIEW_TYPES)[number];

/** Part of a URL → view type; undefined if it is none. */
export const readViewType = (value: unknown): TaskViewType | undefined =>
  TASK_VIEW_TYPES.find((taskViewType) => taskViewType === value);

/** The path of a view type in a project, without search parameters. */
export const tasksPath = (projectId: string, viewType: TaskViewType): string =>
  viewType === 'list' ? `/project/${projectId}/tasks` : `/project/${projectId}/tasks/${viewType}`;
