// Signs in to a running program by password, as the browser does.
import { WEB_CLIENT } from '../actors.ts';

/** The status of the answer, and the access token where there is one. */
export async function signInTo(
  url: string,
  username: string,
  password: string,
): Promise<{ status: number; token: string }> {
  const answer = await fetch(`${url}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: WEB_CLIENT, 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', username, password }),
  });
  const body = (await answer.json()) as { access_token?: string };
  return { status: answer.status, token: body.access_token ?? '' };
}
