// What can be done with the pins that are chosen; stands at the bottom, where the thumb is.
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { CloseIcon, EditIcon, GroupIcon, MinusIcon, ReportIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import './pin-list.css';

type SelectionBarProps = {
  count: number;
  total: number;
  onAll: () => void;
  onEnd: () => void;
  onReport?: (() => void) | undefined;
  onEdit?: (() => void) | undefined;
  onGroup?: (() => void) | undefined;
  /** Out of the group that is open. */
  onTakeOut?: (() => void) | undefined;
};

export function SelectionBar(props: SelectionBarProps) {
  const { count, total, onAll, onEnd, onReport, onEdit, onGroup, onTakeOut } = props;
  const t = useT();
  const none = count === 0;
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
      {onTakeOut && (
        <Button icon={MinusIcon} isDisabled={none} onPress={onTakeOut}>
          {t('group.takeOut')}
        </Button>
      )}
      {onGroup && (
        <Button icon={GroupIcon} isDisabled={none} onPress={onGroup}>
          {t('group.add')}
        </Button>
      )}
      {onEdit && (
        <Button icon={EditIcon} isDisabled={none} onPress={onEdit}>
          {t('pin.bulk.edit')}
        </Button>
      )}
      {onReport && (
        <Button kind="next" icon={ReportIcon} isDisabled={none} onPress={onReport}>
          {t('pin.reportSelected')}
        </Button>
      )}
    </div>
  );
}
