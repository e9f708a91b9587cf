// The comments that mention the user and are unread.

import { Row } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { NotificationLines } from '../../notifications/notification-lines.tsx';
import { useNotifications } from '../../notifications/use-notifications.ts';
import '../../../ui/marks/status.css';

export function Mentions() {
  const t = useT();
  const mentions = (useNotifications(true).rows ?? []).filter(({ kind }) => kind === 'mention');
  if (mentions.length === 0) return null;
  return (
    <section className="work-group">
      <Row as="h2" gap={2} pad="2 0" size="l" weight="strong" surface="behind" className="work-heading">
        <span>{t('work.mentioned')}</span>
        <span className="ui-count">{mentions.length}</span>
      </Row>
      <NotificationLines rows={mentions} />
    </section>
  );
}
