// Which attachments of posts are photos, and photos and other files in display order. Pure.
import type { PostFile, PostRow } from '@plumbline/core/site/rows/media';

/** A picture the browser can show; one that could not be read has no size. */
export function isPhoto(file: Pick<PostFile, 'mime' | 'width'>): boolean {
  return file.mime.startsWith('image/') && file.width !== null;
}

/** A video with a poster image, so that it can be shown among photos. */
export function isVideoWithPoster(file: Pick<PostFile, 'mime' | 'poster'>): boolean {
  return file.mime.startsWith('video/') && file.poster !== undefined;
}

/** Shown as a picture: photos, sketches and videos. */
export const isVisual = (file: PostFile): boolean => isPhoto(file) || isVideoWithPoster(file);

function newestFirst(posts: readonly PostRow[]): PostRow[] {
  return posts.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

/** The photos of posts, newest first, each with its post. */
export function photosOf(posts: readonly PostRow[]) {
  return newestFirst(posts).flatMap((post) => post.files.filter(isPhoto).map((file) => ({ post, file })));
}

/** Photos and videos of posts, newest first, each with its post. */
export function visualsOf(posts: readonly PostRow[]) {
  return newestFirst(posts).flatMap((post) => post.files.filter(isVisual).map((file) => ({ post, file })));
}

/** Files that are not shown as pictures, newest first, each with its post. */
export function filesOf(posts: readonly PostRow[]) {
  return newestFirst(posts).flatMap((post) =>
    post.files.filter((file) => !isVisual(file)).map((file) => ({ post, file })),
  );
}
