// Actions for all selected users; shown at the bottom while some are selected.
import type { UserEntry } from '@plumbline/core/features/people/users-contract';
import { ChosenBar } from '../../../shared/batch/selection-bar.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { ArchiveIcon, type Icon, InviteIcon, MoreIcon, RestoreIcon } from '../../../ui/icons.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import type { UserActions } from './use-user-actions.tsx';

type UsersBarProps = {
  users: readonly UserEntry[];
  total: number;
  actions: UserActions;
  /** Selects all users; undefined when all are selected already. */
  onAll: (() => void) | undefined;
  onClear: () => void;
};

export function UsersBar({ users, total, actions, onAll, onClear }: UsersBarProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  const button = (act: 'invite' | 'deactivate' | 'reactivate', icon: Icon) =>
    !phone &&
    actions.offered(users, act) && (
      <Button kind="quiet" icon={icon} isDisabled={actions.busy} onPress={() => actions.run({ users, act })}>
        {t(`organisation.act.${act}`)}
      </Button>
    );
  return (
    <ChosenBar count={users.length} onClear={onClear}>
      {onAll && (
        <Button kind="quiet" onPress={onAll}>
          {t('organisation.chooseAll', { count: total })}
        </Button>
      )}
      {button('invite', InviteIcon)}
      {button('reactivate', RestoreIcon)}
      {button('deactivate', ArchiveIcon)}
      <Menu
        label={t('organisation.actions')}
        placement="top end"
        trigger={<IconButton icon={MoreIcon} label={t('organisation.actions')} />}
        groups={actions.groupsFor(users)}
      />
    </ChosenBar>
  );
}
