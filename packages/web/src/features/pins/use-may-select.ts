// Whether selecting pins of a list leads to anything: a report, or an edit of at least one of them.
import { can } from '@plumbline/core/access/capabilities';
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import { canEditPin } from '@plumbline/core/features/pins/rules';
import type { Actor } from '@plumbline/core/site/actor';
import { useMemo } from 'react';

export const useMaySelect = (actor: Actor | undefined, rows: readonly PinInContext[] | undefined): boolean =>
  useMemo(() => {
    if (!actor) return false;
    return can(actor.role, 'report.create') || (rows?.some(({ pin }) => canEditPin(actor, pin)) ?? false);
  }, [actor, rows]);
