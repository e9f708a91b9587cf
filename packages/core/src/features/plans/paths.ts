// Paths needed before all endpoint declarations are available.

export const PLAN_PATH = '/api/plans-api/projects/:projectId/plans/:planId';
