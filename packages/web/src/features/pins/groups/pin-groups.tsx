// The manual groups of a pin, as a section of its details, with a button to add it to more.

import { can } from '@plumbline/core/access/capabilities';
import { canEditGroup } from '@plumbline/core/features/groups/rules';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { useState } from 'react';
import { groupAddress } from '../../../shared/navigation/addresses.ts';
import { useActor } from '../../../shared/site/actor.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { CloseIcon, GroupIcon, IconMark } from '../../../ui/icons.tsx';
import { useFocusKept } from '../../../ui/keep-focus.ts';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ChooseGroup } from './choose-group.tsx';
import { useGroupPins, useGroups } from './use-groups.ts';
import '../../../ui/data/linked-list.css';

export function PinGroups({ projectId, pin }: { projectId: string; pin: PinRow }) {
  const t = useT();
  const actor = useActor(projectId);
  const { takeOut } = useGroupPins(projectId);
  const [choosing, setChoosing] = useState(false);
  const part = useFocusKept<HTMLDivElement>();
  const groups = useGroups(projectId)?.filter((group) => group.active && group.pinIds.includes(pin.id)) ?? [];
  if (!actor || !can(actor.role, 'group.view')) return null;
  const mayEdit = can(actor.role, 'group.edit');
  if (!mayEdit && groups.length === 0) return null;
  return (
    <div className="pin-field" ref={part}>
      <span className="ui-label">{t('group.list')}</span>
      {groups.length > 0 && (
        <Stack as="ul" fluid gap={0}>
          {groups.map((group) => (
            <Row as="li" gap={0} shrink key={group.id}>
              <a
                className="pin-link ui-pressable"
                href={groupAddress({ projectId, groupId: group.id, viewType: 'list', pinId: pin.id })}
              >
                <IconMark icon={GroupIcon} />
                <Text cut>{group.title}</Text>
              </a>
              {canEditGroup(actor, group) && (
                <IconButton
                  icon={CloseIcon}
                  label={t('group.takeOutOf', { title: group.title })}
                  size="s"
                  onPress={() => void takeOut(group, [pin.id])}
                />
              )}
            </Row>
          ))}
        </Stack>
      )}
      {mayEdit && (
        <div>
          <Button kind="quiet" icon={GroupIcon} onPress={() => setChoosing(true)}>
            {t('group.add')}
          </Button>
        </div>
      )}
      {choosing && (
        <ChooseGroup projectId={projectId} actor={actor} pinIds={[pin.id]} onClose={() => setChoosing(false)} />
      )}
    </div>
  );
}
