// Tells the files of the app from the page that a public network answers every request with until its user has signed
// in there: stored in their place, it would break the app until its next version.

const MARK = 'name="plumbline-version"';

/** Whether this is the reply of the program to a request for one of its files, or for its page. */
export async function isOwn(response: Response): Promise<boolean> {
  if (!response.ok) return false;
  const isPage = /\bhtml\b/u.test(response.headers.get('content-type') ?? '');
  return !isPage || (await response.clone().text()).includes(MARK);
}

/** Requests a file of the app. Throws where something else answers. */
export async function fetchOwn(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (!(await isOwn(response))) throw new TypeError(`${request.url} is not what was asked for`);
  return response;
}
