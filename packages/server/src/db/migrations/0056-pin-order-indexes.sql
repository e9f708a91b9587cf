-- Lists of members who see only some pins find these by reading an index alone: it must hold the column, not only an
-- expression of it.
DROP INDEX pin_title_idx;
CREATE INDEX pin_title_idx ON pin (organisation_id, project_id, title COLLATE natural_order, number);
DROP INDEX pin_status_order_idx;
CREATE INDEX pin_status_order_idx ON pin
  (organisation_id, project_id, (array_position(ARRAY['open', 'closed', 'inactive'], status)), number) INCLUDE (status);
