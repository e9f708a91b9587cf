// The rows of one entity among the writes of a transaction.
import type { Write } from '@plumbline/core/site/buffered-tx';
import type { Entity } from '@plumbline/core/site/entities';

/** The rows of this entity that are new or have changed, with what they were before. */
export const changedRows = <E extends Entity>(writes: readonly Write[], entity: E): Write<E>[] =>
  writes.filter((write): write is Write<E> => write.entity === entity && write.changed);
