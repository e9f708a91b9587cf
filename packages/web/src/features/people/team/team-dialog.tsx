import { fitsTeam } from '@plumbline/core/features/people/rules';
import { AppError } from '@plumbline/core/kernel/errors';
import type { TeamRow } from '@plumbline/core/site/rows/people';
import { useState } from 'react';
import { perform } from '../../../local/use-rows.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { PersonAvatar } from '../../../shared/session/person-avatar.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { ComboBox } from '../../../ui/choices/combo-box.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { MembershipFields } from './membership-fields.tsx';
import { type AssignableRole, usePeople } from './use-people.ts';

export function TeamDialog(props: { projectId: string; team: TeamRow | undefined; onClose: () => void }) {
  const { projectId, team, onClose } = props;
  const t = useT();
  const { people = [], teams } = usePeople(projectId);
  const [id] = useState(() => team?.id ?? crypto.randomUUID());
  const [title, setTitle] = useState(team?.title ?? '');
  const [purpose, setPurpose] = useState(team?.purpose ?? '');
  const [role, setRole] = useState<AssignableRole>(team && team.role !== 'none' ? team.role : 'subcontractor');
  const [companyName, setCompanyName] = useState(team?.companyName ?? '');
  const [craft, setCraft] = useState(team?.craft ?? '');
  const [before] = useState<readonly string[]>(team?.memberIds ?? []);
  const [memberIds, setMemberIds] = useState(before);
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const inIt = memberIds
    .map((userId) => people.find(({ member }) => member.userId === userId))
    .filter((one) => one !== undefined);
  const candidates = people.filter(
    ({ member }) => !memberIds.includes(member.userId) && fitsTeam(member, { id, role }, teams),
  );
  const taken =
    failure instanceof AppError &&
    failure.details.fields?.some(({ path, outcome }) => path === 'title' && outcome === 'ALREADY_IN_USE');
  const save = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      const content = { title, purpose, companyName, craft };
      const change = {
        id,
        add: memberIds.filter((one) => !before.includes(one)),
        remove: before.filter((one) => !memberIds.includes(one)),
      };
      const moves = change.add.length + change.remove.length > 0;
      if (!team) await perform(projectId, 'team.create', { id, ...content, role });
      // Former members are removed before the role changes; new ones are added after it.
      else if (change.remove.length > 0) await perform(projectId, 'team.members', { ...change, add: [] });
      if (team)
        await perform(projectId, 'team.update', { id, set: { ...content, ...(role !== team.role && { role }) } });
      if (moves && change.add.length > 0) await perform(projectId, 'team.members', { ...change, remove: [] });
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      isUnsaved={memberIds !== before}
      title={team ? t('people.teamEdit') : t('people.newTeam')}
      size="small"
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button kind="next" isPending={busy} isDisabled={title.trim() === ''} onPress={() => void save()}>
            {team ? t('people.save') : t('people.create')}
          </Button>
        </>
      }
    >
      <Stack gap={4} justify="start">
        <TextField
          label={t('people.teamTitle')}
          autoFocus={!team}
          maxLength={120}
          value={title}
          problem={taken ? t('outcome.ALREADY_IN_USE') : undefined}
          onChange={(text) => {
            setTitle(text);
            setFailure(undefined);
          }}
        />
        <TextArea label={t('people.teamPurpose')} optional maxLength={1_000} value={purpose} onChange={setPurpose} />
        <MembershipFields
          {...{ role, companyName, craft }}
          roleLocked={memberIds.length > 0}
          roleHelp={memberIds.length > 0 ? t('people.teamRoleLocked') : undefined}
          onRole={setRole}
          onCompany={setCompanyName}
          onCraft={setCraft}
        />
        <Stack className="team-members">
          <ComboBox
            key={memberIds.length}
            label={t('people.teamMembers')}
            placeholder={t('people.teamAdd')}
            help={t('people.teamNoFit', { role: t(`role.${role}`) })}
            value={null}
            choices={candidates.map(({ member, name }) => ({
              id: member.userId,
              label: name,
              detail: member.companyName || undefined,
              mark: <PersonAvatar userId={member.userId} name={name} size={24} decorative />,
            }))}
            onChange={(userId) => userId !== null && setMemberIds([...memberIds, userId])}
          />
          {inIt.length === 0 ? (
            <p className="ui-help">{t('people.teamNobody')}</p>
          ) : (
            <ul>
              {inIt.map(({ member, name }) => (
                <Row as="li" key={member.id}>
                  <PersonAvatar userId={member.userId} name={name} size={24} decorative />
                  <span>{name}</span>
                  <IconButton
                    icon={CloseIcon}
                    size="s"
                    label={t('people.takeOut', { name })}
                    onPress={() => setMemberIds(memberIds.filter((one) => one !== member.userId))}
                  />
                </Row>
              ))}
            </ul>
          )}
        </Stack>
        {failure !== undefined && !taken && <Notice kind="error">{failureText(t, failure)}</Notice>}
      </Stack>
    </FormDialog>
  );
}
