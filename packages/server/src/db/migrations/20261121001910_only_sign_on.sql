-- Whether a person may come in by the provider of the organisation only. Owners always keep their password: a provider may fail.
-- To be asked where one works across organisations: it sees no provider otherwise.
CREATE FUNCTION must_sign_on(person uuid) RETURNS boolean LANGUAGE sql STABLE
  AS $$
    SELECT EXISTS (
      SELECT FROM app_user u
      JOIN sso_domain d ON d.domain = split_part(u.email, '@', 2) AND d.proven_at IS NOT NULL
      JOIN sso_provider p ON p.organisation_id = d.organisation_id AND p.id = d.provider_id AND p.active AND p.required
      JOIN organisation_member m ON m.organisation_id = d.organisation_id AND m.user_id = u.id AND m.active AND NOT m.owner
      WHERE u.id = person)
  $$;
REVOKE ALL ON FUNCTION must_sign_on(uuid) FROM PUBLIC;
