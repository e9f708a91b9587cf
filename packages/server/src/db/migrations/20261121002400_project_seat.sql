-- A member's place in a project, asked for with every call: what he is, whom the settings name, his teams, and the zone of the site's days.
-- The owner of the schema may ask across organisations, in here only; the application sees its own organisation as everywhere.
CREATE FUNCTION project_seat(of_organisation uuid, of_project uuid, of_user uuid)
  RETURNS TABLE (role text, "ownerId" uuid, "assistantId" uuid, timezone text, teams uuid[])
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE before text := coalesce(current_setting('app.system', true), '');
BEGIN
  PERFORM set_config('app.system', 'on', true);
  RETURN QUERY SELECT m.role, p.owner_id, p.assistant_id, p.timezone,
      coalesce((SELECT array_agg(t.id) FROM team t
        WHERE t.organisation_id = of_organisation AND t.project_id = of_project AND t.active AND t.member_ids ? of_user::text), '{}')
    FROM member m JOIN project p ON p.organisation_id = m.organisation_id AND p.id = m.project_id
    WHERE m.organisation_id = of_organisation AND m.project_id = of_project AND m.user_id = of_user
      AND m.state = 'active' AND m.role <> 'none';
  PERFORM set_config('app.system', before, true);
END $$;
REVOKE ALL ON FUNCTION project_seat FROM PUBLIC;
GRANT EXECUTE ON FUNCTION project_seat TO plumbline_app;
