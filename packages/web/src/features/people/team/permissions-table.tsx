// What each role may do, from the table that every permission check uses.
import { type AccessRole, CAPABILITIES, HOLDERS, scopeOf } from '@plumbline/core/access/capabilities';
import { IconMark, SuccessIcon } from '../../../ui/icons.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ASSIGNABLE_ROLES } from './use-people.ts';

/** The assignable roles, and the holders that are named in the settings. */
const COLUMNS: readonly AccessRole[] = [...ASSIGNABLE_ROLES, ...HOLDERS];

export function PermissionsTable({ own }: { own: AccessRole | undefined }) {
  const t = useT();
  return (
    <Stack gap={3} flat fill rows="head" className="permissions">
      <p className="ui-help">{t('people.rightsExplained')}</p>
      <Text as="section" scroll surface="surface" corner="m" edge aria-label={t('people.rights')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('people.right')}</th>
              {COLUMNS.map((role) => (
                <th key={role} scope="col" data-own={role === own ? '' : undefined}>
                  {t(`role.${role}`)}
                  {role === own && <span className="ui-help"> ({t('people.you')})</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {CAPABILITIES.map((capability) => (
              <tr key={capability}>
                <th scope="row">{t(`people.right.${capability}`)}</th>
                {COLUMNS.map((role) => {
                  const scope = scopeOf(role, capability);
                  return (
                    <td key={role} data-scope={scope} data-own={role === own ? '' : undefined}>
                      {scope === 'no' ? (
                        <>
                          <span aria-hidden="true">–</span>
                          <span className="ui-hidden">{t('people.scope.no')}</span>
                        </>
                      ) : (
                        <>
                          <IconMark icon={SuccessIcon} />
                          <span>{t(`people.scope.${scope}`)}</span>
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Text>
    </Stack>
  );
}
