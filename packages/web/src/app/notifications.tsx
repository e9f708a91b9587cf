// The notifications, and beside them the task that one of them is about.
import { NotificationsScreen } from '../features/notifications/notifications-screen.tsx';
import { TaskBeside } from '../features/tasks/task-beside.tsx';

export const Notifications = () => (
  <TaskBeside>
    <NotificationsScreen />
  </TaskBeside>
);
