import type { Contact, FirstContact, Vec3 } from '../index.ts';

/** One query's answer as programs read it; the keys are a published format. */
export interface Answer {
  readonly id: number;
  readonly status: FirstContact['status'];
  readonly time: number;
  readonly gap: readonly [number, number] | null;
  readonly ms: number;
  readonly a: string;
  readonly b: string;
  readonly point: Vec3 | null;
  readonly normal: Vec3 | null;
  /** Only when more than the first were asked for. */
  readonly contacts?: readonly Contact[];
}

export function answerOf(id: number, result: FirstContact, ms: number, a: string, b: string, allContacts: boolean): Answer {
  const { status, time, gap, contacts } = result;
  const first = contacts.at(0);
  const answer = { id, status, time, gap, ms, a, b, point: first?.point ?? null, normal: first?.normal ?? null };
  return allContacts ? { ...answer, contacts } : answer;
}

const COLUMNS = 'id,status,time,gap_low,gap_high,ms,a,b,point_x,point_y,point_z,normal_x,normal_y,normal_z';

export function csvHeader(allContacts: boolean): string {
  return allContacts ? `${COLUMNS},contacts` : COLUMNS;
}

/** What is null stays empty; of all contacts the number is told. */
export function csvLine({ id, status, time, gap, ms, a, b, point, normal, contacts }: Answer): string {
  const none = ['', '', ''];
  const cells = [id, status, time, ...(gap ?? ['', '']), ms, quoted(a), quoted(b), ...(point ?? none), ...(normal ?? none)];
  return (contacts === undefined ? cells : [...cells, contacts.length]).join(',');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
