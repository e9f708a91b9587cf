import { expect, test } from 'vitest';
import { activityOf } from './activity.ts';

const photo = { mime: 'image/jpeg' };
test.each([
  ['pin', null, { title: 'x', status: 'open' }, 'pinSet'],
  ['pin', { status: 'open' }, { status: 'closed' }, 'pinClosed'],
  ['pin', { status: 'closed' }, { status: 'open' }, 'pinReopened'],
  ['pin', { status: 'open' }, { status: 'inactive' }, 'pinInactive'],
  ['pin', { x: 0.1 }, { x: 0.2 }, 'pinMoved'],
  ['pin', { title: 'a' }, { title: 'b' }, 'pinChanged'],
  ['pin', { changedAt: 'a' }, { changedAt: 'b' }, undefined],
  ['task', null, { status: 'open' }, 'taskGiven'],
  ['task', null, { status: 'draft' }, undefined],
  ['task', { status: 'draft' }, { status: 'open' }, 'taskGiven'],
  ['task', { status: 'open' }, { status: 'done' }, 'taskStatus'],
  ['task', { assigneeId: null }, { assigneeId: 'x' }, 'taskHanded'],
  ['task', { dueDate: null }, { dueDate: '2026-03-02' }, 'taskDue'],
  ['task', { title: 'a' }, { title: 'b' }, 'taskChanged'],
  ['post', null, { files: [photo, photo] }, 'photos'],
  ['post', null, { files: [{ ...photo, sketch: {} }] }, 'sketch'],
  ['post', null, { files: [{ mime: 'video/mp4' }] }, 'film'],
  ['post', null, { files: [{ mime: 'audio/webm' }] }, 'recording'],
  ['post', null, { files: [photo, { mime: 'application/pdf' }] }, 'files'],
  ['post', { active: true }, { active: false }, 'mediaInactive'],
  ['post', { caption: '' }, { caption: 'x' }, 'mediaChanged'],
  ['comment', null, { text: 'Hi' }, 'comment'],
  ['comment', { text: 'Hi' }, { text: 'Ho' }, 'commentEdited'],
  ['member', null, { state: 'active' }, 'memberJoined'],
  ['member', { state: 'active' }, { state: 'removed' }, 'memberLeft'],
  ['member', { state: 'removed' }, { state: 'active' }, 'memberJoined'],
  ['member', { state: 'invited' }, { state: 'active' }, 'memberAccepted'],
  ['member', { state: 'pending' }, { state: 'invited' }, undefined],
  ['member', { phone: '' }, { phone: '+43 1' }, undefined],
  ['member', { role: 'contributor' }, { role: 'administrator' }, 'memberChanged'],
  ['revision', null, {}, 'revisionAdded'],
  ['plan', null, { type: 'Plan' }, 'planAdded'],
  ['plan', { name: 'a' }, { name: 'b' }, 'planChanged'],
  ['plan', { active: true }, { active: false }, 'planInactive'],
  ['plan', { type: 'Folder', active: true }, { type: 'Folder', active: false }, 'folderInactive'],
  ['plan', { type: 'Folder', name: 'a' }, { type: 'Folder', name: 'b' }, 'folderChanged'],
  ['field', null, { title: 'x' }, 'fieldAdded'],
  ['field', { title: 'x' }, { title: 'y' }, 'fieldChanged'],
  ['plan', { currentRevisionId: null, updating: true }, { currentRevisionId: 'r', updating: false }, undefined],
  ['category', null, {}, undefined],
  ['ground', null, {}, undefined],
] as const)('%s %j → %j becomes %s', (entity, before, after, kind) => {
  expect(activityOf({ entity, before, after }, { ...after })?.kind).toBe(kind);
});

test('an added revision names its plan', () => {
  const added = { entity: 'revision', before: null, after: {} };
  expect(activityOf(added, { plan: 'Roof', version: 'B' })).toMatchObject({ text: 'Roof', to: 'B' });
});

test('a change lists only fields that users can see', () => {
  const fields = (entity: string, before: object, after: object) =>
    activityOf({ entity, before: { ...before }, after: { ...after } }, {})?.fields;
  expect(fields('pin', { title: 'a' }, { title: 'b', room: 'Hall', changedAt: 'x' })).toEqual(['title', 'room']);
  expect(fields('pin', { ratings: {} }, { ratings: { priority: 2 } })).toEqual(['ratings']);
  expect(fields('task', { description: '' }, { description: 'Mend it' })).toEqual(['description']);
  expect(fields('project', { address: '' }, { address: 'Quay 1' })).toEqual(['address']);
  expect(fields('pin', { status: 'open' }, { status: 'closed', title: 'x' })).toEqual([]);
});

test('an assignment shows the assignee, and a role change the new role', () => {
  const given = { entity: 'task', before: null, after: { status: 'open', assigneeId: 'elif' } };
  expect(activityOf(given, {})?.to).toBe('elif');
  const published = { entity: 'task', before: { status: 'draft' }, after: { status: 'open' } };
  expect(activityOf(published, { assigneeId: 'elif' })?.to).toBe('elif');
  const handed = { entity: 'task', before: { assigneeId: 'elif' }, after: { assigneeId: null } };
  expect(activityOf(handed, { assigneeId: null })).toMatchObject({ kind: 'taskHanded', from: null, to: null });
  const member = { entity: 'member', before: { role: 'contributor' }, after: { role: 'administrator' } };
  expect(activityOf(member, { firstName: 'Elif', lastName: 'Aydin' })).toMatchObject({
    ...{ text: 'Elif Aydin', to: 'administrator' },
  });
});

test('a task entry shows old and new values; people are shown by name, or else by address', () => {
  expect(activityOf({ entity: 'task', before: { status: 'open' }, after: { status: 'done' } }, {})).toMatchObject({
    ...{ from: 'open', to: 'done' },
  });
  const joined = { entity: 'member', before: null, after: {} };
  expect(activityOf(joined, { firstName: 'Anna', lastName: 'Berger', email: 'a@b.org' })?.text).toBe('Anna Berger');
  expect(activityOf(joined, { firstName: '', lastName: '', email: 'a@b.org' })?.text).toBe('a@b.org');
});

test('creators of a project are not listed as having added themselves', () => {
  const joined = { entity: 'member', before: null, after: { state: 'active', userId: 'anna' } };
  expect(activityOf({ ...joined, actorId: 'anna' }, {})).toBeUndefined();
  expect(activityOf({ ...joined, actorId: 'lena' }, {})?.kind).toBe('memberJoined');
  expect(activityOf({ ...joined, actorId: null }, {})?.kind).toBe('memberJoined');
});
