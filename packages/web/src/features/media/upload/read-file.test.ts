// How chosen files are treated, as far as no browser has to draw them.
import { expect, test } from 'vitest';
import { droppedPurpose, isUnplayable, readFile } from './read-file.ts';

const file = (name: string, type: string, bytes: string) => new File([bytes], name, { type });
const DWG = file('ground-floor.dwg', 'image/vnd.dwg', 'AC1032\0\0');

test('only a video of unknown duration is marked as possibly unplayable', () => {
  expect(isUnplayable({ mime: 'video/quicktime' })).toBe(true);
  expect(isUnplayable({ mime: 'video/mp4', duration: 4_000 })).toBe(false);
  expect(isUnplayable({ mime: 'application/pdf' })).toBe(false);
});

test('only pictures that can be shown are treated as photos when dropped', () => {
  expect(droppedPurpose({ name: 'a', type: 'image/jpeg' })).toBe('photo');
  expect(droppedPurpose({ name: 'a.HEIC', type: '' })).toBe('photo');
  expect(droppedPurpose({ name: 'a.bmp', type: 'image/bmp' })).toBe('photo');
  expect(droppedPurpose(DWG)).toBe('file');
  expect(droppedPurpose({ name: 'a.psd', type: 'image/vnd.adobe.photoshop' })).toBe('file');
  expect(droppedPurpose({ name: 'a.svg', type: 'image/svg+xml' })).toBe('file');
});

test('a file without a type from the system gets the type of its bytes', async () => {
  const { file: read } = await readFile(file('plan.pdf', '', '%PDF-1.7'), 'file');
  expect([read.type, read.name, await read.text()]).toEqual(['application/pdf', 'plan.pdf', '%PDF-1.7']);
});

test('a CAD drawing that the system declares as an image is added as a file', async () => {
  expect(await readFile(DWG, 'file')).toMatchObject({ type: 'Documents', purpose: 'file', problem: undefined });
  expect(await readFile(DWG, 'photo')).toMatchObject({ problem: { code: 'notPhoto' } });
});

test('a picture that cannot be read is refused as a photo, but can be added as a file', async () => {
  const damaged = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])], 'a.jpg', { type: 'image/jpeg' });
  expect(await readFile(damaged, 'photo')).toMatchObject({ problem: { code: 'notPhoto' } });
  expect(await readFile(damaged, 'file')).toMatchObject({ type: 'Documents', file: damaged, problem: undefined });
});

test('a file that is no picture, despite its name, is refused', async () => {
  const page = file('a.png', 'image/png', '<html><body>');
  expect(await readFile(page, 'file')).toMatchObject({ problem: { code: 'renamed' } });
});
