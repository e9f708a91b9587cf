-- Which licence somebody gets who is new: the fullest that is left, a certain one as long as there are some, or none.
ALTER TABLE sso_provider
  ADD COLUMN new_licence text NOT NULL DEFAULT 'best' CHECK (new_licence IN ('best', 'full', 'mobile', 'none'));
