import { expect, test } from 'vitest';
import { nextAttempt, RETRIES, RETRY_DELAY } from './image.tsx';

/** Every attempt after a failure, as source and round; `/` where it waits first. */
function attempts(sources: number): string[] {
  const created: string[] = [];
  let now: ReturnType<typeof nextAttempt> = { source: 0, retry: 0, waiting: false };
  while (now) {
    created.push(`${now.waiting ? '/' : ''}${now.source}.${now.retry}`);
    now = nextAttempt({ ...now, waiting: false }, sources);
  }
  return created;
}

test('an image is tried at each source in order, then three more times a second apart', () => {
  expect([RETRIES, RETRY_DELAY]).toEqual([3, 1_000]);
  expect(attempts(2)).toEqual(['0.0', '1.0', '/0.1', '1.1', '/0.2', '1.2', '/0.3', '1.3']);
  expect(attempts(1)).toEqual(['0.0', '/0.1', '/0.2', '/0.3']);
});
