// Opens the filter, and shows by colour and count that one is active; icon only where space is limited.
import { Button } from '../actions/button.tsx';
import { FilterIcon } from '../icons.tsx';
import { Row } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import './filter.css';

export function FilterButton({ count, onPress }: { count: number; onPress: () => void }) {
  const t = useT();
  const words = count > 0 ? t('pin.filterOn', { count }) : t('pin.filter');
  return (
    <Row as="span" gap={0} align="stretch" fixed className="filter-button">
      <Button icon={FilterIcon} kind={count > 0 ? 'brand' : 'default'} aria-label={words} onPress={onPress}>
        {words}
      </Button>
    </Row>
  );
}
