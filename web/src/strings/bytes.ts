/** Sizes of files, as people say them: 812 bytes, 4.8 MB. */
export function bytes(count: number): string {
  return sized(count, 1_000, ['KB', 'MB', 'GB', 'TB']);
}

/** Sizes that are powers of two, like the cap of a result: 16 KiB, 212 KiB. */
export function kibibytes(count: number): string {
  return sized(count, 1_024, ['KiB', 'MiB', 'GiB', 'TiB']);
}

/** 41,200 */
export function number(count: number): string {
  return count.toLocaleString('en-GB');
}

function sized(count: number, base: number, units: readonly string[]): string {
  if (count < base) {
    return count === 1 ? '1 byte' : `${count} bytes`;
  }
  let value = count / base;
  let at = 0;
  while (short(value) >= base && at < units.length - 1) {
    value /= base;
    at++;
  }
  return `${short(value)} ${units[at] ?? ''}`;
}

/** One decimal below ten, none above. */
function short(value: number): number {
  return value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value);
}
