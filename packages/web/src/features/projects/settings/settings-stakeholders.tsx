// Third settings tab: the project's owner, the assistant, and the contact on site.
import { useMemo } from 'react';
import { useRows } from '../../../local/use-rows.ts';
import { ComboBox } from '../../../ui/choices/combo-box.tsx';
import { useT } from '../../../ui/translation.tsx';
import { usePeopleSuggestions } from '../create/people-suggestions.ts';
import { ManagerFields } from '../create/project-fields.tsx';
import { Part } from './settings-part.tsx';
import type { SettingsProps } from './use-settings.ts';

export function SettingsStakeholders({ projectId, mayName, ...fields }: SettingsProps & { mayName: boolean }) {
  const { draft, onChange, problemOf, isReadOnly } = fields;
  const t = useT();
  const known = usePeopleSuggestions(projectId);
  const members = useRows('member', projectId);
  const choices = useMemo(() => {
    const order = new Intl.Collator(t.locale);
    return (members ?? [])
      .filter(
        ({ userId, state, role }) =>
          (state === 'active' && role !== 'none') || userId === draft.ownerId || userId === draft.assistantId,
      )
      .map((member) => ({
        id: member.userId,
        label: `${member.firstName} ${member.lastName}`.trim() || member.email,
        detail: member.state === 'active' ? member.companyName || undefined : t('project.notMember'),
      }))
      .sort((a, b) => order.compare(a.label, b.label));
  }, [members, draft.ownerId, draft.assistantId, t]);
  const person = (field: 'ownerId' | 'assistantId') => (
    <ComboBox
      // The names load after the field, so it is remounted with them.
      key={`${field} ${choices.length > 0}`}
      label={t(`project.${field}`)}
      help={t(`project.${field}Rights`)}
      optional
      choices={choices}
      value={draft[field]}
      onChange={(userId) => onChange({ [field]: userId })}
      problem={problemOf(field)}
      isDisabled={isReadOnly || !mayName}
    />
  );
  return (
    <>
      <Part title={t('project.stakeholders')} isFirst>
        {!mayName && !isReadOnly && <p className="ui-help">{t('project.stakeholdersLocked')}</p>}
        {person('ownerId')}
        {person('assistantId')}
      </Part>
      <Part title={t('project.partManager')}>
        <ManagerFields {...fields} people={known.people} />
      </Part>
    </>
  );
}
