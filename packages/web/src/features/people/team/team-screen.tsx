// The people of a project: members with their roles, teams, and what each role may do.
import { can } from '@plumbline/core/access/capabilities';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useProject } from '../../../local/use-rows.ts';
import { TEAM_VIEWS, type TeamView, teamAddress, teamImportAddress } from '../../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { useActor } from '../../../shared/site/actor.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import { AddIcon, UploadIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { ActionBar } from '../../../ui/layout/page.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { MembersTable } from './list/members-table.tsx';
import { PermissionsTable } from './permissions-table.tsx';
import './team.css';

const ContactsList = later(
  () => import('./contacts-list.tsx').then((its) => its.ContactsList),
  <Waiting shape="panel" />,
);
const TeamsList = later(() => import('./teams-list.tsx').then((its) => its.TeamsList), <Waiting shape="panel" />);
const TeamDialog = later(() => import('./team-dialog.tsx').then((its) => its.TeamDialog));
const AddMembersDialog = later(() => import('./add-members-dialog.tsx').then((its) => its.AddMembersDialog));
const AddContactsDialog = later(() => import('./add-contacts-dialog.tsx').then((its) => its.AddContactsDialog));

export function TeamScreen({ projectId, view }: { projectId: string; view: TeamView }) {
  const t = useT();
  const phone = useMedia(PHONE);
  const navigate = useNavigate();
  useProject(projectId);
  const actor = useActor(projectId);
  const mayManage = actor !== undefined && can(actor.role, 'member.manage');
  const [adding, setAdding] = useState<'member' | 'team' | 'contacts'>();
  const next =
    !mayManage || view === 'rights' ? undefined : view === 'teams' ? (
      <Button kind="next" icon={AddIcon} onPress={() => setAdding('team')}>
        {t('people.newTeam')}
      </Button>
    ) : view === 'contacts' ? (
      <Button kind="next" icon={AddIcon} onPress={() => setAdding('contacts')}>
        {t('people.addContacts')}
      </Button>
    ) : (
      <Button kind="next" icon={AddIcon} onPress={() => setAdding('member')}>
        {t('people.addMembers')}
      </Button>
    );
  // Until the role is known, so is not whether rows have boxes; columns that come later would move the others.
  const contents: Record<TeamView, () => React.ReactNode> = {
    members: () => <MembersTable projectId={projectId} mayManage={mayManage} />,
    teams: () => <TeamsList projectId={projectId} mayManage={mayManage} />,
    contacts: () => <ContactsList projectId={projectId} mayManage={mayManage} />,
    rights: () => <PermissionsTable own={actor?.role} />,
  };
  return (
    <Stack gap={0} pad="4 edge" flat fill rows="head" className="team-screen ui-tab-screen">
      <ScreenHead title={t('people.title')}>
        {!phone && mayManage && view === 'members' && (
          <LinkButton icon={UploadIcon} href={teamImportAddress(projectId)}>
            {t('peopleImport.import')}
          </LinkButton>
        )}
        {!phone && next}
      </ScreenHead>
      <h1 className="ui-hidden">{t('people.title')}</h1>
      {phone && next && <ActionBar>{next}</ActionBar>}
      <Tabs
        label={t('people.title')}
        value={view}
        onChange={(id) => {
          const chosen = TEAM_VIEWS.find((teamView) => teamView === id);
          if (chosen) void navigate({ href: teamAddress(projectId, chosen) });
        }}
        tabs={TEAM_VIEWS.map((id) => ({
          id,
          label: t(`people.${id}`),
          content: actor ? contents[id]() : <Waiting shape="panel" />,
        }))}
      />
      {adding === 'member' && <AddMembersDialog projectId={projectId} onClose={() => setAdding(undefined)} />}
      {adding === 'contacts' && <AddContactsDialog projectId={projectId} onClose={() => setAdding(undefined)} />}
      {adding === 'team' && <TeamDialog projectId={projectId} team={undefined} onClose={() => setAdding(undefined)} />}
    </Stack>
  );
}
