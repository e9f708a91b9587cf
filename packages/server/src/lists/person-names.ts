// Names of people as SQL: of a member, also of one who has left.

/** The name of the member whose user id stands under `user`; empty for whoever never was one. `$1` organisation, `$2` project. */
export const nameOf = (user: string): string =>
  `coalesce((SELECT concat_ws(' ', nullif(named.first_name, ''), nullif(named.last_name, '')) FROM member named
    WHERE named.organisation_id = $1 AND named.project_id = $2 AND named.user_id = ${user} LIMIT 1), '')`;
