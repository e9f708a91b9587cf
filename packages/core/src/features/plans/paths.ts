// Addresses that are called before the declarations of all calls are there.

export const PLAN_PATH = '/api/plans-api/projects/:projectId/plans/:planId';
