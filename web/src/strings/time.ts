/** Times and durations in words. All take milliseconds; who calls says what time it is, so that one clock does for all. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something took: 210 ms, 4.5 s, 3 min 18 s, 2 h 5 min. */
export function duration(ms: number): string {
  if (ms < SECOND && Math.round(ms) < SECOND) {
    return `${Math.max(0, Math.round(ms))} ms`;
  }
  const tenths = Math.round(ms / 100);
  return tenths < 600 ? `${tenths / 10} s` : wholeSeconds(ms);
}

/** How long something has been going on: it ticks, so in whole seconds. */
export function elapsed(ms: number): string {
  const whole = Math.max(0, Math.floor(ms / SECOND));
  return whole < 60 ? `${whole} s` : wholeSeconds(whole * SECOND);
}

/** Until something ends: 4 min 19 s left. Rounded up, so that 0 s is the end. */
export function left(ms: number): string {
  return `${wait(ms)} left`;
}

/** Until something happens: 4 s. */
export function wait(ms: number): string {
  return elapsed(Math.ceil(Math.max(0, ms) / SECOND) * SECOND);
}

/** How long ago, as short as a list needs it: now, 41 s, 6 min, 7 h, 3 d, then the date. */
export function age(at: number, now: number): string {
  const ms = Math.max(0, now - at);
  if (ms < 5 * SECOND) {
    return 'now';
  }
  if (ms < MINUTE) {
    return `${Math.floor(ms / SECOND)} s`;
  }
  if (ms < HOUR) {
    return `${Math.floor(ms / MINUTE)} min`;
  }
  if (ms < DAY) {
    return `${Math.floor(ms / HOUR)} h`;
  }
  return ms < 7 * DAY ? `${Math.floor(ms / DAY)} d` : date(at, now, 'short');
}

/** 14:02 */
export function clock(at: number): string {
  return minutes.format(at);
}

/** 14:05:12 */
export function clockWithSeconds(at: number): string {
  return seconds.format(at);
}

/** For a tooltip: 18 November 2026, 14:05:12 */
export function exact(at: number): string {
  return `${withYear.long.format(at)}, ${seconds.format(at)}`;
}

/** The name of a day that begins at `start`: Today, Yesterday, Monday, 9 November, 9 November 2025. */
export function day(start: number, now: number): string {
  const today = new Date(now).setHours(0, 0, 0, 0);
  const ago = Math.round((today - new Date(start).setHours(0, 0, 0, 0)) / DAY); // a day of 23 or 25 hours is one too
  if (ago <= 0) {
    return 'Today';
  }
  if (ago === 1) {
    return 'Yesterday';
  }
  return ago < 7 ? weekday.format(start) : date(start, now, 'long');
}

function wholeSeconds(ms: number): string {
  const whole = Math.round(ms / SECOND);
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) {
    return joined(`${minutes} min`, whole % 60, 's');
  }
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? joined(`${hours} h`, minutes % 60, 'min')
    : joined(`${Math.floor(hours / 24)} d`, hours % 24, 'h');
}

function joined(large: string, small: number, unit: string): string {
  return small === 0 ? large : `${large} ${small} ${unit}`;
}

function date(at: number, now: number, month: 'short' | 'long'): string {
  const formats = new Date(at).getFullYear() === new Date(now).getFullYear() ? withoutYear : withYear;
  return formats[month].format(at);
}

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options);

const minutes = format({ hour: '2-digit', minute: '2-digit' });
const seconds = format({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const weekday = format({ weekday: 'long' });
const withoutYear = {
  short: format({ day: 'numeric', month: 'short' }),
  long: format({ day: 'numeric', month: 'long' }),
};
const withYear = {
  short: format({ day: 'numeric', month: 'short', year: 'numeric' }),
  long: format({ day: 'numeric', month: 'long', year: 'numeric' }),
};
