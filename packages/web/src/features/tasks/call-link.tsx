// Calls the person in charge of a task.
import { phoneAddress } from '../../shared/navigation/addresses.ts';
import { LinkButton } from '../../ui/actions/button.tsx';
import { PhoneIcon } from '../../ui/icons.tsx';

/** Nothing without a number, or with one that the reader may not see. */
export function CallLink({ phone }: { phone: string | undefined }) {
  return phone ? (
    <LinkButton kind="quiet" icon={PhoneIcon} href={phoneAddress(phone)}>
      {phone}
    </LinkButton>
  ) : null;
}
