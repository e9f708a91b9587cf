// Causes each upload code with a real refusal: by the rules, by a file that did not arrive, or by a database that does
// not take the row. 17, 23 and 29 cannot arise: no task, group or record names a file.
import { isErrorCode } from '@plumbline/core/kernel/errors';
import { uploadCode, uploadKind, uploadReason } from '@plumbline/core/sync/upload-codes';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestCluster, type TestCluster } from '../../database.ts';
import { edit, makeSite, type Person, pinEdit, push, type TestSite } from '../site.ts';

let cluster: TestCluster;
let site: TestSite;
/** Ids of an open pin and of a closed one, whose content is locked. */
let open: string;
let closed: string;

beforeAll(async () => {
  cluster = await startTestCluster();
});
afterAll(() => cluster?.stop());
beforeEach(async () => {
  site = await makeSite(await cluster.database());
  [open, closed] = [site.newId(), site.newId()];
  const made = await push(site, { person: site.people.ada, id: site.newId() }, [
    pinEdit(site, 1, open),
    pinEdit(site, 2, closed),
    edit(site, 3, 'pin.setStatus', { id: closed, move: 'close' }),
  ]);
  expect(made.results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied']);
  return () => site.database.close();
});

type Name = keyof TestSite['people'];
type Sent = { by: Name; name: string; input: Record<string, unknown> };

/** The upload code with which the last of these edits of one device ends. */
async function codeOf(...sent: readonly Sent[]): Promise<number> {
  const { by, name } = sent[0] as Sent;
  const person: Person = site.people[by];
  const edits = sent.map((one, index) => edit(site, index + 1, one.name, one.input));
  const { results, stopped } = await push(site, { person, id: site.newId() }, edits);
  const code = results.at(-1)?.code ?? stopped?.code;
  const kind = uploadKind(name);
  if (!kind || !code || !isErrorCode(code)) throw new Error(`not refused: ${code}`);
  return uploadCode(kind, uploadReason(code));
}

const photo = () => ({ blobId: site.newId(), name: 'a.jpg', mime: 'image/jpeg', size: 1, width: 1, height: 1 });
const action =
  (name: string, input: () => Record<string, unknown>) =>
  (by: Name, over: object = {}) => ({
    ...{ by, name },
    input: { ...input(), ...over },
  });
const pin = action('pin.create', () => ({
  ...{ id: site.newId(), planId: site.planId, x: 0.5, y: 0.5 },
  content: { title: 'Crack' },
}));
const post = action('post.create', () => ({
  ...{ id: site.newId(), pinId: open, taskId: null },
  ...{ type: 'Visuals', files: [photo()] },
}));
const comment = action('comment.create', () => ({ id: site.newId(), pinId: open, taskId: null, text: 'Seen' }));
const task = action('task.create', () => ({
  ...{ id: site.newId(), pinId: open, content: { title: 'Mend it' } },
  ...{ assigneeType: 'User', assigneeId: site.people.sam.userId },
}));
const group = action('group.create', () => ({ id: site.newId(), title: 'Roof' }));
const link = action('pin.linkRecord', () => ({
  ...{ id: open, on: true },
  record: { datasetId: site.newId(), recordId: site.newId(), key: 'R1', title: 'Room 1' },
}));

/** The same edit sent again under another number, as by a device whose store was copied. */
const twice = (sent: Sent) => [sent, sent];

const TOO_LONG = 'x'.repeat(500);

const CAUSES: readonly [number, () => readonly Sent[]][] = [
  [1, () => [pin('sam')]],
  [2, () => [pin('carl', { planId: site.newId() })]],
  [3, () => twice(pin('carl'))],
  [4, () => [pin('carl', { content: { title: TOO_LONG } })]],
  [5, () => [comment('carl', { attachments: [photo()] })]],
  [7, () => [post('vera')]],
  [8, () => [post('carl', { pinId: site.newId() })]],
  [9, () => [post('carl', { pinId: closed })]],
  [10, () => [post('carl', { files: [] })]],
  [11, () => [post('carl')]],
  [13, () => [task('vera')]],
  [14, () => [task('carl', { pinId: site.newId() })]],
  [15, () => [task('carl', { pinId: closed })]],
  [16, () => [task('carl', { content: { title: TOO_LONG } })]],
  [19, () => [group('sam')]],
  [20, () => [group('carl', { pinIds: [site.newId()] })]],
  [21, () => twice(group('carl'))],
  [22, () => [group('carl', { title: '' })]],
  [25, () => [link('sam')]],
  [26, () => [link('carl', { id: site.newId() })]],
  [27, () => [link('ada', { id: closed })]],
  [28, () => [link('ada', { record: {} })]],
];

it.each(CAUSES)('a refusal gets code %d', async (code, sent) => {
  expect(await codeOf(...sent())).toBe(code);
});

it.each<[number, string, (by: Name) => Sent]>([
  [6, 'pin', pin],
  [18, 'task', task],
  [24, 'pin_group', group],
  [30, 'pin', link],
])('a refusal gets code %d while the database rejects rows of %s', async (code, table, sent) => {
  await site.database.root.query(`ALTER TABLE ${table} ADD CONSTRAINT broken CHECK (false) NOT VALID`);
  expect(await codeOf(sent('ada'))).toBe(code);
});

it('a refusal gets code 12 while the database rejects rows of post', async () => {
  const files = [photo()];
  await site.database.root.query(
    `INSERT INTO blob (organisation_id, id, sha256, size, mime, name, key, created_by, created_at)
     VALUES ($1, $2, '\\x00', 1, 'image/jpeg', 'a.jpg', 'k', $3, now())`,
    [site.organisationId, files[0]?.blobId, site.people.carl.userId],
  );
  await site.database.root.query('ALTER TABLE post ADD CONSTRAINT broken CHECK (false) NOT VALID');
  expect(await codeOf(post('carl', { files }))).toBe(12);
});
