// Role, company and trade fields, shared by members and teams.
import type { Role } from '@plumbline/core/access/capabilities';
import { Select } from '../../../ui/choices/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ASSIGNABLE_ROLES, type AssignableRole } from './use-people.ts';

type MembershipFieldsProps = {
  role: Role;
  companyName: string;
  craft: string;
  roleHelp?: string | undefined;
  roleLocked?: boolean | undefined;
  onRole: (role: AssignableRole) => void;
  onCompany: (text: string) => void;
  onCraft: (text: string) => void;
};

export function MembershipFields(props: MembershipFieldsProps) {
  const t = useT();
  return (
    <>
      <Select
        label={t('people.role')}
        help={props.roleHelp}
        isDisabled={props.roleLocked}
        value={props.role}
        choices={ASSIGNABLE_ROLES.map((id) => ({ id, label: t(`role.${id}`) }))}
        onChange={(id) => {
          const chosen = ASSIGNABLE_ROLES.find((assignableRole) => assignableRole === id);
          if (chosen) props.onRole(chosen);
        }}
      />
      <TextField
        label={t('people.company')}
        optional
        maxLength={200}
        value={props.companyName}
        onChange={props.onCompany}
      />
      <TextField label={t('people.craft')} optional maxLength={120} value={props.craft} onChange={props.onCraft} />
    </>
  );
}
