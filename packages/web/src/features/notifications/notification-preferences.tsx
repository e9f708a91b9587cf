// Which notifications are sent by email and as push, and which projects send push notifications.
import { NOTIFICATION_KINDS, type NotificationKind } from '@plumbline/core/features/notifications/kinds';
import type { PushSettings } from '@plumbline/core/features/notifications/push-contract';
import { Checkbox } from '../../ui/choices/checkbox.tsx';
import { useT } from '../../ui/translation.tsx';

type Kinds = readonly NotificationKind[];

const changed = (kinds: Kinds, kind: NotificationKind, on: boolean): NotificationKind[] =>
  NOTIFICATION_KINDS.filter((notificationKind) => (notificationKind === kind ? on : kinds.includes(notificationKind)));

type Column = { kinds: Kinds; change: (kinds: NotificationKind[]) => void; off?: boolean };

/** One row per kind, with a checkbox for each channel. */
export function NotificationPreferences({ mail, device }: { mail: Column; device: Column | undefined }) {
  const t = useT();
  const columns = [
    { ...mail, name: t('notification.mailColumn') },
    ...(device ? [{ ...device, name: t('notification.push.column') }] : []),
  ];
  return (
    <table className="told-of">
      <caption className="ui-label">{t('notification.whatFor')}</caption>
      <thead>
        <tr>
          <td />
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NOTIFICATION_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`notification.kind.${kind}`)}</th>
            {columns.map(({ name, kinds, change, off }) => (
              <td key={name}>
                <Checkbox
                  aria-label={`${t(`notification.kind.${kind}`)}: ${name}`}
                  isDisabled={off ?? false}
                  isSelected={kinds.includes(kind)}
                  onChange={(on) => change(changed(kinds, kind, on))}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Projects = PushSettings['projects'];

export function ProjectPreferences({ projects, change }: { projects: Projects; change: (projects: Projects) => void }) {
  const t = useT();
  if (projects.length === 0) return null;
  return (
    <details>
      <summary>
        {t('notification.push.projects', { on: projects.filter((project) => project.on).length, all: projects.length })}
      </summary>
      {projects.map((project) => (
        <Checkbox
          key={project.id}
          isSelected={project.on}
          onChange={(on) => change(projects.map((one) => (one.id === project.id ? { ...one, on } : one)))}
        >
          {project.title}
        </Checkbox>
      ))}
    </details>
  );
}
