// Help: the tour, the pages and contacts set by the operator, the global keyboard shortcuts, and the running version.
import { helpLink, instance, PROGRAM_VERSION } from '@plumbline/core/features/auth/instance-contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { phoneAddress } from '../../shared/navigation/addresses.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ExternalIcon, HelpIcon, IconMark, MailIcon, PhoneIcon } from '../../ui/icons.tsx';
import { Stack, Text } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { startTour } from '../onboarding/start-tour.ts';
import './help.css';

const KEYS = [
  ['Ctrl K', 'help.keyFind'],
  ['Esc', 'help.keyClose'],
  ['Tab', 'help.keyTab'],
  ['J K', 'help.keyRows'],
  ['X', 'ui.selectRow'],
  ['E', 'task.edit'],
  ['← →', 'help.keyCells'],
] as const;

export function HelpDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const about = useQuery({ queryKey: ['instance'], queryFn: () => call(instance, {}), staleTime: 3_600_000 }).data;
  const open = useMutation({
    mutationFn: (kind: 'help' | 'support') =>
      call(helpLink, { body: { kind, from: location.pathname + location.search } }),
    onSuccess: ({ location: to }) => location.assign(to),
  });
  const page = (kind: 'help' | 'support') => (
    <Button
      wide
      icon={kind === 'help' ? HelpIcon : ExternalIcon}
      isPending={open.isPending && open.variables === kind}
      onPress={() => open.mutate(kind)}
    >
      {t(`help.${kind}`)}
    </Button>
  );
  return (
    <Dialog title={t('help.title')} size="small" isOpen onClose={onClose}>
      <Stack gap={3} className="help">
        {open.isError && <Notice kind="error">{failureText(t, open.error)}</Notice>}
        <Button
          wide
          onPress={() => {
            onClose();
            startTour();
          }}
        >
          {t('tour.again')}
        </Button>
        {about?.help && page('help')}
        {about?.support && page('support')}
        {about?.supportEmail && (
          <a className="help-link" href={`mailto:${about.supportEmail}?subject=Plumbline%20${PROGRAM_VERSION}`}>
            <IconMark icon={MailIcon} />
            {about.supportEmail}
          </a>
        )}
        {about?.supportPhone && (
          <a className="help-link" href={phoneAddress(about.supportPhone)}>
            <IconMark icon={PhoneIcon} />
            {about.supportPhone}
          </a>
        )}
        <Stack as="dl" className="help-keys">
          {KEYS.map(([key, text]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <Text as="dd" ink={2}>
                {t(text)}
              </Text>
            </div>
          ))}
        </Stack>
        <p className="ui-help">{t('auth.version', { version: PROGRAM_VERSION })}</p>
      </Stack>
    </Dialog>
  );
}
