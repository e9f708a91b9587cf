// Companies, roles and addresses are often longer than their space: they wrap before they are cut.
import { Text } from '../../../../ui/layout/primitives.tsx';

/** A row of a person on a phone: the name, an address of two lines, and company and role on three. */
export const PERSON_ROW_PX = 128;

export const twoLines = (text: string) => <Text clamp>{text}</Text>;

/** How to reach a person, below the name: on two lines on phones, on one in a table. */
export const contactLine = (text: string, narrow: boolean) => (
  <Text clamp={narrow} cut={!narrow} className="ui-help">
    {text}
  </Text>
);
