/** The time of a recording as used in file names, `2026-11-21 14.05.09`, in the device's time zone. */
export function stamp(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${day} ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')}`;
}
