// SQL for the names of members, including members who have left.

/**
 * SQL for the name of the member with the user id `user`; empty if that user was never a member. `$1` organisation,
 * `$2` project.
 */
export const nameOf = (user: string): string =>
  `coalesce((SELECT concat_ws(' ', nullif(named.first_name, ''), nullif(named.last_name, '')) FROM member named
    WHERE named.organisation_id = $1 AND named.project_id = $2 AND named.user_id = ${user} LIMIT 1), '')`;
