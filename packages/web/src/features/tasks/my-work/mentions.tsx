// The comments that mention the user and are unread.

import { Row } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { NotificationLine } from '../../notifications/notification-line.tsx';
import { useMark, useNotifications } from '../../notifications/use-notifications.ts';
import '../../../ui/marks/status.css';

export function Mentions() {
  const t = useT();
  const mark = useMark();
  const mentions = (useNotifications(true).rows ?? []).filter(({ kind }) => kind === 'mention');
  if (mentions.length === 0) return null;
  return (
    <section className="work-group">
      <Row as="h2" gap={2} pad="2 0" size="l" weight="strong" surface="behind" className="work-heading">
        <span>{t('work.mentioned')}</span>
        <span className="ui-count">{mentions.length}</span>
      </Row>
      <ul>
        {mentions.map((mention) => (
          <NotificationLine key={mention.id} one={mention} onRead={() => mark.mutate([mention.id])} />
        ))}
      </ul>
    </section>
  );
}
