// Dropped photo folders can be deep, large, and contain files left by operating systems.
import { expect, test } from 'vitest';
import { filesIn } from './dropped-files.ts';

const file = (name: string) => ({
  isFile: true,
  isDirectory: false,
  name,
  file: (done: (file: File) => void) => done(new File(['x'], name)),
});
const unreadable = (name: string) => ({
  ...file(name),
  file: (_done: unknown, failed?: (error: DOMException) => void) => failed?.(new DOMException('gone')),
});
function folder(name: string, inside: object[]) {
  const left = [...inside];
  const readEntries = (done: (entries: never[]) => void) => done(left.splice(0, 100) as never[]);
  return { isFile: false, isDirectory: true, name, createReader: () => ({ readEntries }) };
}
const names = async (...args: Parameters<typeof filesIn>) => (await filesIn(...args)).map((one) => one.name);

test('files and the contents of folders come in name order', async () => {
  const day = folder('day', [
    file('IMG_10.jpg'),
    file('IMG_9.jpg'),
    folder('after', [file('a.jpg')]),
    file('.DS_Store'),
  ]);
  expect(await names([file('plan.pdf'), day])).toEqual(['plan.pdf', 'a.jpg', 'IMG_9.jpg', 'IMG_10.jpg']);
});

test('a folder of several hundred files is read completely', async () => {
  const many = Array.from({ length: 750 }, (_, at) => file(`${at}.jpg`));
  expect(await names([folder('many', many)])).toHaveLength(750);
});

test('unreadable and system files are skipped, and so are files beyond the limit', async () => {
  expect(await names([folder('x', [unreadable('gone.jpg'), file('Thumbs.db'), file('b.jpg')])])).toEqual(['b.jpg']);
  expect(await names([folder('x', [file('1'), file('2'), file('3')])], 2)).toEqual(['1', '2']);
});
