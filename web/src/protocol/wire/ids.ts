/**
 * Ids are strings on the wire and different things here: the compiler tells a session's from a message's. What comes
 * from the gateway is branded where it is decoded; what we make ourselves, by the functions below.
 */
declare const brand: unique symbol;
export type Id<Of extends string> = string & { readonly [brand]: Of };

export type SessionId = Id<'Session'>;
/** A person's message, from before it is sent: the promise that it is run once. */
export type MessageId = Id<'Message'>;
/** Something that was said, as the chat lists it; the same while it is being written. */
export type SaidId = Id<'Said'>;
export type RunId = Id<'Run'>;
/** One event of the activity. */
export type EventId = Id<'Event'>;
/** What a `_start` and its `_end` have in common: a turn's, a thought's, a call's or an approval's. */
export type CorrelationId = Id<'Correlation'>;
export type ApprovalId = Id<'Approval'>;

export const sessionId = (text: string): SessionId => text as SessionId;
export const messageId = (text: string): MessageId => text as MessageId;
