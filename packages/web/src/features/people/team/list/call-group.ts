// The menu entry that calls a person.
import { phoneAddress } from '../../../../shared/navigation/addresses.ts';
import type { MenuGroup } from '../../../../ui/actions/menu.tsx';
import { PhoneIcon } from '../../../../ui/icons.tsx';

/** No entry without a number, or with one that the reader may not see. */
export const callGroup = (phone: string): MenuGroup => ({
  id: 'call',
  entries: phone ? [{ id: 'call', label: phone, icon: PhoneIcon, href: phoneAddress(phone) }] : [],
});
