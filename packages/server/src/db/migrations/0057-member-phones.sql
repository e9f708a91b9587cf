-- The phone number of a member, as colleagues see it in the organisation: at work, else of the account.
ALTER TABLE member ADD COLUMN phone text NOT NULL DEFAULT '';
-- Written by the job that follows changes of accounts, so that devices receive the numbers. It also brings names and email
-- addresses up to date.
SELECT set_config('app.system', 'on', true);
SELECT enqueue_job('organisations.places', json_build_object('organisationId', o.organisation_id, 'userId', u.id),
    NULL, NULL, NULL, concat_ws(' ', 'organisations.places', o.organisation_id, u.id), NULL)
  FROM organisation_member o JOIN app_user u ON u.id = o.user_id;
SELECT set_config('app.system', '', true);
