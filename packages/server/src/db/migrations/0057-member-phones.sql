-- The phone number of a member, as colleagues see it in the organisation: at work, else of the account.
ALTER TABLE member ADD COLUMN phone text NOT NULL DEFAULT '';
UPDATE member m SET phone = coalesce(nullif(o.phone, ''), u.phone)
  FROM organisation_member o JOIN app_user u ON u.id = o.user_id
  WHERE o.organisation_id = m.organisation_id AND o.user_id = m.user_id AND m.state <> 'removed';
