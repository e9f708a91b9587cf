// Linking a pin to other pins and to dataset records, and unlinking them.
import { z } from 'zod';
import { AppError, refuseFields } from '../../kernel/errors.ts';
import { id } from '../../kernel/text.ts';
import { defineAction } from '../../site/define.ts';
import { linkedRecord, MAX_LINKS } from '../../site/rows/pins.ts';
import { visiblePin } from '../../site/visibility.ts';
import { editablePin, noteActivity } from './actions.ts';

export const linkPins = defineAction({
  name: 'pin.link',
  needs: 'pin.edit',
  /** The link is stored on `id` and shown on both pins; `on: false` removes it from whichever pin stores it. */
  input: z.strictObject({ id, otherId: id, on: z.boolean() }),
  async run(tx, actor, { id: pinId, otherId, on }) {
    const pin = await editablePin(tx, actor, pinId);
    if (pinId === otherId) refuseFields({ path: 'otherId', outcome: 'NOT_VALID' });
    const { pin: other } = await visiblePin(tx, actor, otherId);
    const links = pin.links.filter((one) => one !== otherId);
    if (on && other.links.includes(pinId)) return;
    if (on && links.length >= MAX_LINKS) refuseFields({ path: 'otherId', outcome: 'TOO_BIG' });
    tx.put('pin', { ...pin, links: on ? [...links, otherId] : links, changedAt: tx.now() });
    if (!on && other.links.includes(pinId)) {
      tx.put('pin', { ...other, links: other.links.filter((one) => one !== pinId), changedAt: tx.now() });
    }
    await noteActivity(tx, pin.planId);
  },
});

export const linkRecord = defineAction({
  name: 'pin.linkRecord',
  needs: 'pin.edit',
  input: z.strictObject({ id, record: linkedRecord, on: z.boolean() }),
  async run(tx, actor, { id: pinId, record, on }) {
    const pin = await editablePin(tx, actor, pinId);
    const others = pin.records.filter((one) => one.recordId !== record.recordId);
    if (on && others.length >= MAX_LINKS)
      throw new AppError('invalid_input', { fields: [{ path: 'record', outcome: 'TOO_BIG' }] });
    tx.put('pin', { ...pin, records: on ? [...others, record] : others, changedAt: tx.now() });
    await noteActivity(tx, pin.planId);
  },
});
