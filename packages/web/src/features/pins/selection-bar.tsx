// What can be done with the pins that are chosen; stands at the bottom, where the thumb is.
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { CloseIcon, EditIcon, ReportIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import './pin-list.css';

type SelectionBarProps = {
  count: number;
  total: number;
  onAll: () => void;
  onEnd: () => void;
  onReport?: (() => void) | undefined;
  onEdit?: (() => void) | undefined;
};

export function SelectionBar({ count, total, onAll, onEnd, onReport, onEdit }: SelectionBarProps) {
  const t = useT();
  return (
    <div className="selection-bar">
      <IconButton icon={CloseIcon} label={t('pin.selectEnd')} placement="top" onPress={onEnd} />
      <span className="selection-words ui-figures" aria-live="polite">
        {t('pin.selected', { count })}
      </span>
      {count < total && (
        <Button kind="quiet" onPress={onAll}>
          {t('pin.selectAll', { count: total })}
        </Button>
      )}
      {onEdit && (
        <Button icon={EditIcon} isDisabled={count === 0} onPress={onEdit}>
          {t('pin.bulk.edit')}
        </Button>
      )}
      {onReport && (
        <Button kind="next" icon={ReportIcon} isDisabled={count === 0} onPress={onReport}>
          {t('pin.reportSelected')}
        </Button>
      )}
    </div>
  );
}
