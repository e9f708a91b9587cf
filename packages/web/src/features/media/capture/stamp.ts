/** When something was recorded, as file names say it: `2026-11-21 14.05.09`, in the time of this device. */
export function stamp(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${day} ${[now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join('.')}`;
}
