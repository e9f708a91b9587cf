// The response envelope of a page of a list.

export type Page<T> = { content: T[]; number: number; size: number; totalElements: number; totalPages: number };

export function pageOf<T>(
  content: T[],
  totalElements: number,
  { page, size }: { page: number; size: number },
): Page<T> {
  return { content, number: page, size, totalElements, totalPages: Math.ceil(totalElements / size) };
}
