// Which files of posts are photos, and both kinds in the order in which screens show them. Pure.
import type { PostFile, PostRow } from '@plumbline/core/features/media/schema';

/** A picture the browser can show; what it could not read has no size. */
export function isPhoto(file: Pick<PostFile, 'mime' | 'width'>): boolean {
  return file.mime.startsWith('image/') && file.width !== null;
}

function newestFirst(posts: readonly PostRow[]): PostRow[] {
  return posts.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** The photos of posts, newest first, each with its post. */
export function photosOf(posts: readonly PostRow[]) {
  return newestFirst(posts).flatMap((post) => post.files.filter(isPhoto).map((file) => ({ post, file })));
}

/** Files that are no photos, newest first, each with its post. */
export function filesOf(posts: readonly PostRow[]) {
  return newestFirst(posts).flatMap((post) =>
    post.files.filter((file) => !isPhoto(file)).map((file) => ({ post, file })),
  );
}
