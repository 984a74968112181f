import type { Activity } from './activity.ts';
import type { Talk } from './talk.ts';

/**
 * What to ask for when somebody wants to see what was before. Messages and activity may begin at different numbers, since
 * long texts are left out first: asked from the later one, both get what they miss, and drop what they have.
 */
export function askBefore(talk: Talk, activity: Activity): number | undefined {
  const begins = [talk.messages[0]?.seq, activity.events[0]?.seq].filter((seq) => seq !== undefined);
  return talk.more && begins.length > 0 ? Math.max(...begins) : undefined;
}
