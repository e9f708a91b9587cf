// In which form the tasks of a project are shown, as it stands in the address. Small: the routes read it at once.

export const TASK_VIEW_TYPES = ['list', 'board', 'calendar'] as const;
export type TaskViewType = (typeof TASK_VIEW_TYPES)[number];

/** A part of an address → the form of view; undefined for none of them. */
export const readViewType = (value: unknown): TaskViewType | undefined => TASK_VIEW_TYPES.find((one) => one === value);

/** The address of a form of view in a project, without its search parameters. */
export const tasksPath = (projectId: string, viewType: TaskViewType): string =>
  viewType === 'list' ? `/project/${projectId}/tasks` : `/project/${projectId}/tasks/${viewType}`;
