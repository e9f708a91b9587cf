// Protocol bugs that can be switched on: each breaks one guarantee of a store or of the network, and must be detected.

export const SERVER_FLAWS = [
  'no dedupe',
  'effect and number apart',
  'answer before commit',
  'no device lock',
  'no project lock',
  'place before commit order',
  'rights read at receipt',
  'audit apart',
  'files unchecked',
  'rows land one by one',
  'record without outcome',
  'deletions untold',
  'hidden rows in pages',
  'ids not compared',
  'ids not remembered',
  'marks not compared',
  'values written over',
  'members of a group written over',
  'format not told',
] as const;

export const DEVICE_FLAWS = [
  'place saved before rows',
  'queue in memory first',
  'queue emptied on send',
  'all sent taken as applied',
  'old answer taken in',
  'history hidden',
  'receipts not shown',
  'no journal',
  'kept after removal',
  'gone not dropped',
  'print not compared',
  'scope hidden',
  'two writers',
  'numbers given twice',
  'base forgotten',
  'rejections dropped',
  'nothing swept',
  'files taken as sent',
  'loads taken as whole',
  'page end taken as head',
  'disk not waited for',
  'photos hold all back',
  'reads not recorded',
  'receipts written apart',
  'refused files taken as sent',
  'full disk ignored',
  'half files taken as sent',
  'queue emptied at sign-out',
  'copy not waited for',
] as const;

/**
 * Bugs that the rest of the protocol makes good. A reply that was requested before the device took a new identity is
 * taken in: its receipt is then one that the server does not know under the new identity, so that the next push or pull
 * starts over once more. Letting an edit pass that was already sent needs no flaw: its id tells the server, and 'ids not
 * remembered' breaks that.
 */
export const HEALED_FLAWS = ['stale reply accepted'] as const;

export type DetectedFlaw = (typeof SERVER_FLAWS)[number] | (typeof DEVICE_FLAWS)[number];
export type Flaw = DetectedFlaw | (typeof HEALED_FLAWS)[number];
export const FLAWS: readonly Flaw[] = [...SERVER_FLAWS, ...DEVICE_FLAWS, ...HEALED_FLAWS];
