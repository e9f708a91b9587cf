// The notifications, and beside them the task or pin that one of them is about.
import { NotificationsScreen } from '../features/notifications/notifications-screen.tsx';
import { IssueBeside } from '../features/tasks/issue/issue-beside.tsx';

export const Notifications = () => (
  <IssueBeside>
    <NotificationsScreen />
  </IssueBeside>
);
