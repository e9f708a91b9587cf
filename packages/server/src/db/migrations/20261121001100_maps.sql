-- How plans lie on the ground, what is drawn onto them, and geo-map plans on their way.

CREATE TABLE ground (
  organisation_id uuid NOT NULL,
  -- The plan's.
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  geo jsonb,
  width_m double precision,
  height_m double precision,
  attribution text NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, id) REFERENCES plan (organisation_id, id)
);
CREATE INDEX ground_position ON ground (organisation_id, project_id, position);

CREATE TABLE markup (
  organisation_id uuid NOT NULL,
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  position bigint NOT NULL,
  plan_id uuid NOT NULL,
  kind text NOT NULL,
  points jsonb NOT NULL,
  text text NOT NULL,
  colour text NOT NULL,
  active boolean NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, id),
  FOREIGN KEY (organisation_id, plan_id) REFERENCES plan (organisation_id, id)
);
CREATE INDEX markup_position ON markup (organisation_id, project_id, position);
CREATE INDEX markup_plan ON markup (organisation_id, plan_id);

DO $$
DECLARE entity text;
BEGIN
  FOREACH entity IN ARRAY ARRAY['ground', 'markup'] LOOP
    PERFORM hold_to_organisation(entity::regclass);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO plumbline_app', entity);
  END LOOP;
END $$;

-- The making of a geo-map plan's picture: asked for once, worked on by jobs, kept to tell how it ended.
CREATE TABLE map_making (
  organisation_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  project_id uuid NOT NULL,
  revision_id uuid NOT NULL,
  area jsonb NOT NULL,
  -- The pixels of the source's world that make the picture; null where it is drawn plainly.
  frame jsonb,
  state text NOT NULL,
  percent integer NOT NULL DEFAULT 0,
  problem text,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (organisation_id, plan_id),
  -- The plan's row lands at the end of the transaction that asks for its picture.
  FOREIGN KEY (organisation_id, plan_id) REFERENCES plan (organisation_id, id) DEFERRABLE INITIALLY DEFERRED
);
SELECT hold_to_organisation('map_making');
GRANT SELECT, INSERT, UPDATE ON map_making TO plumbline_app;
