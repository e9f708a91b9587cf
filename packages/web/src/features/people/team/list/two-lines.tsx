// Companies, roles and addresses are often longer than their space: they wrap before they are cut.
import { Text } from '../../../../ui/layout/primitives.tsx';

/** On a phone: the name, a number, an address of two lines, and company and role on two or three. */
const PHONE_ROW_PX = 140;
/** On a tablet each takes one line. */
const TABLET_ROW_PX = 112;
/** For readers who do not see numbers and addresses. */
const BRIEF_ROW_PX = 96;

/** The height of a person in a list without columns. */
export const personRowPx = (phone: boolean, hasContactData: boolean): number =>
  !hasContactData ? BRIEF_ROW_PX : phone ? PHONE_ROW_PX : TABLET_ROW_PX;

export const twoLines = (text: string) => <Text clamp>{text}</Text>;

/** An email address below the name: on one line in a table; on phones on two, broken where it can be read best. */
export function emailLine(email: string, narrow: boolean) {
  if (email === '') return null;
  const [name, domain] = email.split(/(?<=@)/u);
  return (
    <Text clamp={narrow} cut={!narrow} className="ui-help">
      {name}
      <wbr />
      {domain}
    </Text>
  );
}
