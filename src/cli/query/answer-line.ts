import type { Status, Vec3 } from '../../index.ts';
import type { Answered, Question } from './question.ts';

/** One query's answer as programs read it; the keys are a published format. */
export interface Answer {
  readonly id: number;
  readonly status: Status;
  readonly time: number;
  readonly gap: readonly [number, number] | null;
  readonly ms: number;
  /** The two bodies; null where an answer is about none in particular. */
  readonly a: string | null;
  readonly b: string | null;
  readonly point: Vec3 | null;
  readonly normal: Vec3 | null;
  /** Only when more than the first were asked for. */
  readonly contacts?: Answered['contacts'];
}

export function answerOf(question: Question, result: Answered, ms: number, allContacts: boolean): Answer {
  const { status, time, gap, contacts } = result;
  const [a, b] = question.names(result) ?? [null, null];
  const first = contacts.at(0);
  const answer = { id: question.id, status, time, gap, ms, a, b, point: first?.point ?? null, normal: first?.normal ?? null };
  return allContacts ? { ...answer, contacts } : answer;
}

const COLUMNS = 'id,status,time,gap_low,gap_high,ms,a,b,point_x,point_y,point_z,normal_x,normal_y,normal_z';

export function csvHeader(allContacts: boolean): string {
  return allContacts ? `${COLUMNS},contacts` : COLUMNS;
}

/** What is null stays empty; of all contacts the number is reported. */
export function csvLine({ id, status, time, gap, ms, a, b, point, normal, contacts }: Answer): string {
  const none = ['', '', ''];
  const cells = [id, status, time, ...(gap ?? ['', '']), ms, quoted(a ?? ''), quoted(b ?? ''), ...(point ?? none), ...(normal ?? none)];
  return (contacts === undefined ? cells : [...cells, contacts.length]).join(',');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
