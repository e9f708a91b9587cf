// Companies and roles are often longer than a column: they wrap before they are cut.
import { Text } from '../../../../ui/layout/primitives.tsx';

export const twoLines = (text: string) => <Text clamp>{text}</Text>;
