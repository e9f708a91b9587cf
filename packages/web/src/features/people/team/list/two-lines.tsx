// Companies, roles and addresses are often longer than their space: they wrap before they are cut.
import { Text } from '../../../../ui/layout/primitives.tsx';

/** A row of a person on a phone: the name, a number, an address of two lines, and company and role on two or three. */
export const PERSON_ROW_PX = 140;
/** The same for readers who do not see numbers and addresses. */
export const PERSON_ROW_BRIEF_PX = 96;

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
