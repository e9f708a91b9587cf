import { expect, test } from 'vitest';
import { pinsAddress, taskAddress } from '../../../shared/navigation/addresses.ts';
import { addressOf, besideQuery, issueAt, openIssueIn } from './open-issue.ts';

const project = '00000000-0000-4000-8000-000000000001';
const id = '00000000-0000-4000-8000-000000000002';

test('the address of a task or pin is distinguished from that of a filtered list', () => {
  expect(issueAt(taskAddress(project, id))).toEqual({ project, task: id });
  expect(issueAt(pinsAddress({ projectId: project, viewType: 'list', pinId: id }))).toEqual({ project, pin: id });
  for (const other of [
    `${taskAddress(project, id)}&status=open`,
    `/project/${project}/tasks`,
    taskAddress('x', id),
    pinsAddress({ projectId: project, viewType: 'list', pinId: id, search: 'status=open' }),
    pinsAddress({ projectId: project, viewType: 'list', planId: 'noPlan', pinId: id }),
    `/project/${project}/${id}/split/${id}`,
  ])
    expect(issueAt(other), other).toBeUndefined();
});

test('an issue in the query of a list is read back, and the rest of the query stays', () => {
  for (const issue of [
    { project, task: id },
    { project, pin: id },
    { project, pin: id, tab: 'tasks', option: `task-${id}` },
  ] as const) {
    const query = besideQuery({ person: 'x', pin: 'y' }, issue);
    expect(openIssueIn(query)).toEqual(issue);
    expect(besideQuery(query)).toEqual({ person: 'x' });
    const { to, search } = addressOf(issue);
    expect(issueAt([to, new URLSearchParams(search)].filter(String).join('?'))).toEqual(issue);
  }
});
