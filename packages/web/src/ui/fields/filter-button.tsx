// Buttons of the toolbar above a list, with labels where there is room for them: the filter, which shows by colour and
// count that one is active, and others.
import { Button, type ButtonProps } from '../actions/button.tsx';
import { FilterIcon, type Icon } from '../icons.tsx';
import { Row } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
import './filter.css';

type ToolButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> & { icon: Icon; label: string };

export function ToolButton({ icon, label, ...rest }: ToolButtonProps) {
  return (
    <Row as="span" fixed gap={0} align="stretch" className="tool-button">
      <Button {...rest} icon={icon} aria-label={label}>
        {label}
      </Button>
    </Row>
  );
}

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
