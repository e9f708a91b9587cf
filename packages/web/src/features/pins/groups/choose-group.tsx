// Adds pins to manual groups and removes them: pressing a group toggles it, entering a title creates a new one.
import { MAX_PINS_PER_CHANGE } from '@plumbline/core/features/groups/actions';
import { canEditGroup, fitsInGroup } from '@plumbline/core/features/groups/rules';
import type { Actor } from '@plumbline/core/site/actor';
import { type GroupRow, MAX_GROUP_PINS } from '@plumbline/core/site/rows/groups';
import { useState } from 'react';
import { NameDialog } from '../../../shared/dialogs/name-dialog.tsx';
import { useAct } from '../../../shared/site/use-act.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { AddIcon, CheckIcon, GroupIcon, IconMark } from '../../../ui/icons.tsx';
import { Box, Stack } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useGroupPins, useGroups } from './use-groups.ts';
import './groups.css';

type ChooseGroupProps = { projectId: string; actor: Actor; pinIds: readonly string[]; onClose: () => void };

export function ChooseGroup({ projectId, actor, pinIds, onClose }: ChooseGroupProps) {
  const t = useT();
  const act = useAct(projectId);
  const { put, takeOut } = useGroupPins(projectId);
  const [search, setSearch] = useState('');
  const [naming, setNaming] = useState(false);
  const groups = (useGroups(projectId) ?? []).filter(
    (group) => group.active && group.kind === 'manual' && canEditGroup(actor, group),
  );
  const words = search.trim().toLocaleLowerCase(t.locale);
  const found = groups.filter((group) => group.title.toLocaleLowerCase(t.locale).includes(words));
  const held = (group: GroupRow) => {
    const ids = new Set(group.pinIds);
    return pinIds.filter((id) => ids.has(id)).length;
  };
  // Checked first: otherwise only some of the pins would be added.
  const fits = fitsInGroup([], pinIds);
  const create = async (title: string) => {
    const id = crypto.randomUUID();
    if (!(await act('group.create', { id, title, pinIds: pinIds.slice(0, MAX_PINS_PER_CHANGE) }))) return false;
    for (let at = MAX_PINS_PER_CHANGE; at < pinIds.length; at += MAX_PINS_PER_CHANGE) {
      if (!(await act('group.pins', { id, add: pinIds.slice(at, at + MAX_PINS_PER_CHANGE) }))) return false;
    }
    showToast({ kind: 'success', text: t('group.added', { count: pinIds.length, title }) });
    onClose();
    return true;
  };
  if (naming) {
    return (
      <NameDialog
        title={t('group.new')}
        detail={t('group.newOf', { count: pinIds.length })}
        label={t('group.title')}
        confirm={t('group.create')}
        name={search.trim()}
        needed={t('group.needTitle')}
        onSave={create}
        onClose={() => setNaming(false)}
      />
    );
  }
  return (
    <Dialog
      title={t('group.add')}
      detail={t('group.newOf', { count: pinIds.length })}
      size="small"
      isOpen
      onClose={onClose}
      actionsStart={
        <Button
          kind={groups.length === 0 ? 'next' : 'quiet'}
          icon={AddIcon}
          isDisabled={!fits}
          onPress={() => setNaming(true)}
        >
          {t('group.new')}
        </Button>
      }
      actions={
        <Button kind={groups.length === 0 ? 'default' : 'next'} onPress={onClose}>
          {t('group.done')}
        </Button>
      }
    >
      <Stack fluid gap={3} justify="start" least={240}>
        {!fits && <Notice kind="warning">{t('group.full', { count: MAX_GROUP_PINS })}</Notice>}
        {groups.length > 5 && (
          <SearchField label={t('group.search')} value={search} maxLength={200} onChange={setSearch} />
        )}
        {found.length === 0 && <EmptyState icon={GroupIcon} title={t('group.noneToChoose')} />}
        <Stack as="ul" fluid gap={0}>
          {found.map((group) => {
            const count = held(group);
            const all = count === pinIds.length;
            return (
              <li key={group.id}>
                <button
                  type="button"
                  className="group-option ui-pressable"
                  aria-pressed={all}
                  disabled={!all && !fitsInGroup(group.pinIds, pinIds)}
                  onClick={() => void (all ? takeOut(group, pinIds) : put(group, pinIds))}
                >
                  <IconMark icon={all ? CheckIcon : GroupIcon} />
                  <Box as="span" grow className="group-option-title">
                    {group.title}
                  </Box>
                  <span className="ui-help ui-figures">
                    {count > 0 && !all
                      ? t('group.someIn', { count })
                      : t('group.pinCount', { count: group.pinIds.length })}
                  </span>
                </button>
              </li>
            );
          })}
        </Stack>
      </Stack>
    </Dialog>
  );
}
