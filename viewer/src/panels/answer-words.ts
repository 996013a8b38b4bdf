/** Answers in words: a headline, a sentence, and the numbers behind it. */
import type { Contact, PairSide } from 'inbetween';
import type { GpuUse } from 'inbetween/gpu';
import type { VerdictRow } from 'inbetween/report';
import type { Answer } from '../ask/protocol.ts';
import { el, numberText } from './dom.ts';

export interface AnswerWords {
  /** Decides the colour: free, missed, contact, overlap, unresolved. */
  readonly tone: string;
  readonly headline: string;
  readonly sentence: string;
  /** What the proof leaves out, what is proven and what was tested. Absent: the sentence says all. */
  readonly rows?: readonly VerdictRow[];
  readonly facts: readonly (readonly [string, string])[];
  readonly contacts: readonly Pick<Contact, 'a' | 'b' | 'kind' | 'point' | 'normal' | 'distance'>[];
}

export interface Naming {
  readonly severalRobots: boolean;
  timeText(time: number): string;
}

export function sideText({ body, link }: PairSide, { severalRobots }: Pick<Naming, 'severalRobots'>): string {
  if (link === undefined) return body;
  return severalRobots ? `${body}/${link}` : link;
}

export function pairText(pair: readonly [PairSide, PairSide], naming: Pick<Naming, 'severalRobots'>): string {
  return `${sideText(pair[0], naming)} and ${sideText(pair[1], naming)}`;
}

export function answerWords(answer: Answer, naming: Naming): AnswerWords {
  // One piece: one sentence for each kind of answer, side by side.
  const took: readonly [string, string] = ['took', `${numberText(answer.milliseconds, 3)} ms`];
  switch (answer.kind) {
    case 'first':
      return firstWords(answer, [...gpuFacts(answer.gpu), took], naming);
    case 'stretches': {
      const { intervals, complete, pairs = [] } = answer.result;
      const isFree = intervals.length === 0 && complete;
      return {
        tone: isFree ? 'free' : intervals.length > 0 ? 'contact' : 'unresolved',
        headline: isFree ? 'No contact anywhere' : counted(intervals.length, 'stretch in contact', 'stretches in contact'),
        sentence: isFree
          ? 'Proven free from beginning to end.'
          : complete
            ? `${intervals
                .slice(0, MOST_NAMED)
                .map(({ from, to }) => `${naming.timeText(from).replace(/ of .*/, '')} to ${naming.timeText(to).replace(/ of .*/, '')}`)
                .join('; ')}${intervals.length > MOST_NAMED ? '; and more below' : ''}. That is all of them.`
            : 'There may be more: the budget ran out.',
        facts: [
          ...intervals.map(
            ({ from, to, pairs: who }) =>
              [`${naming.timeText(from)} to ${naming.timeText(to)}`, who.map((pair) => pairText(pair, naming)).join('; ')] as const,
          ),
          ['pairs in contact', String(pairs.length)],
          took,
        ],
        contacts: [],
      };
    }
    case 'clearance': {
      const { gap, time, pair, complete } = answer.result;
      const [least, most] = gap;
      const touches = most === 0;
      return {
        tone: least > 0 ? 'free' : touches ? 'contact' : 'unresolved',
        headline: touches ? 'They touch' : `At least ${numberText(least, 4)} apart`,
        sentence: pair === null ? 'Nothing comes near anything.' : `${pairText(pair, naming)} come closest, at ${naming.timeText(time)}.`,
        facts: [
          ['distance', `${numberText(least)} to ${numberText(most)}`],
          ['enclosed as sharply as asked', complete ? 'yes' : 'no'],
          took,
        ],
        contacts: [],
      };
    }
    case 'plan':
      return {
        tone: answer.waypoints.length > 0 ? 'free' : 'unresolved',
        headline: answer.waypoints.length > 0 ? `A way through ${answer.waypoints.length} waypoints` : 'No way found',
        sentence: answer.waypoints.length > 0 ? 'Proven free as a whole; it is shown as a path.' : answer.why,
        facts: [['status', answer.status], took],
        contacts: [],
      };
    case 'batch': {
      const total = Object.values(answer.counts).reduce((sum, n) => sum + n, 0);
      return {
        tone: answer.counts.free === total ? 'free' : 'contact',
        headline: `${answer.counts.free} of ${counted(total, 'motion', 'motions')} free`,
        sentence: `${numberText((1000 * total) / Math.max(1e-9, answer.milliseconds), 3)} a second, by ${byWhom(answer.gpu)}.`,
        facts: [...Object.entries(answer.counts).map(([status, n]) => [status, String(n)] as const), ...gpuFacts(answer.gpu), took],
        contacts: [],
      };
    }
    case 'report':
      return { tone: 'free', headline: 'A report', sentence: '', facts: [took], contacts: [] };
    case 'curve':
      return { tone: 'free', headline: 'Distance over time', sentence: '', facts: [took], contacts: [] };
    case 'stages':
      return { tone: 'free', headline: 'Stages of the search', sentence: '', facts: [took], contacts: [] };
  }
}

/** Who did the work, where graphics hardware was asked for. */
function gpuFacts(gpu: GpuUse | undefined): readonly (readonly [string, string])[] {
  return gpu === undefined ? [] : [['graphics hardware', gpu.used ? gpu.why : `not used: ${gpu.why}`]];
}

function byWhom({ used, why }: GpuUse): string {
  return used ? (why.startsWith('part of it') ? 'graphics hardware and the processor' : 'graphics hardware') : 'the processor';
}

type First = Extract<Answer, { kind: 'first' }>;

function firstWords({ result, lastSafe, rows }: First, last: AnswerWords['facts'], naming: Naming): AnswerWords {
  const { status, time, pair, gap, tolerance, clearance, contacts, complete, stats, initial, arrivals = [] } = result;
  const when = naming.timeText(time);
  const then = when.replace(/ of .*/, '');
  const headlines: Readonly<Record<typeof status, string>> = {
    free: 'Free all the way',
    contact: `${clearance > 0 ? 'Too near' : 'Contact'} at ${then}`,
    overlap: clearance > 0 ? 'Too near from the start' : 'In contact from the start',
    unresolved: `Free until ${then}`,
  };
  // nothing is hit, and yet the path does not do what it is for
  const isMissed = status === 'free' && arrivals.some(({ met }) => met === false);
  const headline = isMissed ? 'Free, but without a wanted contact' : headlines[status];
  const [{ value }, ...others] = rows;
  const facts: (readonly [string, string])[] = [
    ['status', status],
    ['time', when],
  ];
  if (result.safeUntil !== undefined && status !== 'unresolved')
    facts.push(['safe within its uncertainty until', naming.timeText(result.safeUntil)]);
  if (naming.timeText(time).endsWith('s')) facts.push(['path time', numberText(time, 8)]);
  if (pair !== null) facts.push(['pair', pairText(pair, naming)]);
  if (gap !== null) facts.push(['distance then', `${numberText(gap[0])} to ${numberText(gap[1])}`]);
  if (lastSafe !== null) facts.push(['last safe', naming.timeText(lastSafe)]);
  facts.push(['tolerance', numberText(tolerance)], ['clearance', numberText(clearance)]);
  facts.push(['contacts', `${contacts.length}${complete ? '' : ', perhaps more'}`]);
  if (initial.length > 0) facts.push(['near at the start', initial.map(({ a, b }) => pairText([a, b], naming)).join('; ')]);
  facts.push(['method', stats.method], ['pairs of bodies', String(stats.pairs)], ['pairs of volumes', String(stats.nodes)]);
  facts.push(['pairs of triangles', String(stats.triangles)], ['instants', String(stats.poses)]);
  for (const { stage, tested, culled, milliseconds } of stats.stages ?? [])
    facts.push([`stage: ${stage}`, `${tested} looked at, ${culled} ruled out, ${numberText(milliseconds, 3)} ms`]);
  for (const fact of last) facts.push(fact);
  return {
    tone: isMissed ? 'missed' : status,
    headline,
    sentence: `${value.charAt(0).toUpperCase()}${value.slice(1)}.`,
    rows: others,
    facts,
    contacts,
  };
}

/** Pairs that a sentence names, and places that are listed. */
const MOST_NAMED = 3;
const MOST_PLACES = 12;

function counted(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** All of a verdict behind its headline, as one text. */
export function saidText({ sentence, rows = [] }: Pick<AnswerWords, 'sentence' | 'rows'>): string {
  return [sentence, ...rows.map(({ label, value }) => `${label}: ${value}.`)].join(' ');
}

/** The numbers as a list of terms. */
export function factList(facts: AnswerWords['facts']): HTMLElement {
  return el('dl', {}, ...facts.map(([term, value]) => el('div', {}, el('dt', {}, term), el('dd', {}, value))));
}

export function contactTable({ contacts }: AnswerWords, naming: Naming): HTMLElement | null {
  if (contacts.length === 0) return null;
  const point = (p: readonly number[]) => `(${p.map((x) => numberText(x, 3)).join(', ')})`;
  const whos = contacts.map(({ a, b }) => `${sideText(a, naming)} to ${sideText(b, naming)}`);
  // each two have one arrow in the picture, and one line here that says what it is
  const firsts = [...new Set(whos)].map((who) => ({ who, ...contacts[whos.indexOf(who)] }));
  const arrows = firsts
    .slice(0, MOST_NAMED)
    .map(({ normal, who, b }) =>
      el('p', { class: 'arrow' }, `normal ${point(normal)}, ${firsts.length === 1 ? `to ${sideText(b, naming)}` : `from ${who}`}`),
    );
  const rows = contacts.map(({ kind, point: at, normal, distance }, k) =>
    el(
      'li',
      {},
      el('b', {}, whos[k]),
      ` ${kind}`,
      el('small', {}, `at ${point(at)}; normal ${point(normal)}; distance ${numberText(distance, 3)}`),
    ),
  );
  const more = rows.length - MOST_PLACES;
  return el(
    'div',
    { class: 'contacts' },
    ...arrows,
    el(
      'details',
      {},
      el('summary', {}, counted(rows.length, 'place of contact', 'places of contact')),
      el('ul', {}, ...rows.slice(0, MOST_PLACES)),
      more > 0 ? el('p', { class: 'note' }, `and ${more} more`) : null,
    ),
  );
}
