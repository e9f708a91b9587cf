-- Tasks whose people are to be reminded, by the day of it; what is finished needs no reminder.
CREATE INDEX task_reminder ON task ((due_date - reminder_days))
  WHERE reminder_days IS NOT NULL AND due_date IS NOT NULL AND status IN ('open', 'rejected');

-- Who has chosen what he is told of has chosen before there were reminders: they go with the due days of his tasks.
SELECT set_config('app.system', 'on', true);
UPDATE notification_setting SET subscriptions = subscriptions || '["taskReminder"]'
  WHERE subscriptions ? 'taskDue' AND NOT subscriptions ? 'taskReminder';
UPDATE notification_setting SET push_kinds = push_kinds || '["taskReminder"]'
  WHERE push_kinds ? 'taskDue' AND NOT push_kinds ? 'taskReminder';
SELECT set_config('app.system', '', true);
