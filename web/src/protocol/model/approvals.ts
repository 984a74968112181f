import type { By } from '../wire/activity.ts';
import type { ApprovalId } from '../wire/ids.ts';
import type { Question } from '../wire/lobby.ts';

/** So many answers are remembered, to say who gave them. */
const REMEMBERED = 20;

/** The one answer a question got, whoever gave it and wherever. */
export interface Answer {
  readonly approval_id: ApprovalId;
  readonly approved: boolean;
  readonly reason?: string;
  readonly by?: By;
}

export interface AnsweredQuestion {
  readonly question: Question;
  readonly answer: Answer;
}

export interface Approvals {
  /** The one that ends first is first. */
  readonly waiting: readonly Question[];
  /** The newest last. */
  readonly answered: readonly AnsweredQuestion[];
}

export const noApprovals: Approvals = { waiting: [], answered: [] };

/**
 * Asked again after a reconnect, it is the same question; asked again after an answer, as a gateway does that was killed
 * and goes on, it is open again.
 */
export function asked(approvals: Approvals, question: Question): Approvals {
  const { approval_id: id } = question;
  if (approvals.waiting.some((one) => one.approval_id === id)) {
    return approvals;
  }
  const answered = approvals.answered.filter((one) => one.answer.approval_id !== id);
  return { waiting: inOrder([...approvals.waiting, question]), answered };
}

/** It is told in more than one way; the first time counts. */
export function resolved(approvals: Approvals, answer: Answer): Approvals {
  const question = approvals.waiting.find((one) => one.approval_id === answer.approval_id);
  if (question === undefined) {
    return approvals;
  }
  const answered = [...approvals.answered, { question, answer }].slice(-REMEMBERED);
  return { waiting: approvals.waiting.filter((one) => one !== question), answered };
}

/** These wait and no others. */
export function replaced(approvals: Approvals, waiting: readonly Question[]): Approvals {
  return { ...approvals, waiting: inOrder(waiting) };
}

function inOrder(waiting: readonly Question[]): readonly Question[] {
  return waiting.toSorted((a, b) => endOf(a) - endOf(b));
}

/** In milliseconds since 1970, by the gateway's clock. */
export function endOf(question: Question): number {
  return Date.parse(question.expires_at);
}
