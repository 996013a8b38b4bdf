import type { StepContact, StepFirstContact, StepSide } from '../../soft/index.ts';
import { reasonText } from '../../words/reason-text.ts';
import { safeText } from '../../words/safe-text.ts';
import { counted, shown, shownCount, shownDirection, shownDown, shownPoint } from '../../words/shown-number.ts';
import { edgesThroughFaces, featureText, isContactAtLeast, leadingContact, untouchedText } from '../../words/step-verdict.ts';
import type { Colors } from '../terminal/streams.ts';
import type { StepScene } from './step-bodies.ts';
import type { StepSummary } from './step-json.ts';

type Fact = readonly [label: string, value: string];

const WIDTH = 11;

/** What was asked and found about one step. */
export interface StepAnswer extends StepSummary {
  readonly scene: StepScene;
  readonly result: StepFirstContact;
  /** Whether all contacts were looked for. */
  readonly all: boolean;
  readonly tolerance?: number;
  /** The proof that was written, in words. */
  readonly proof?: string;
  /** Milliseconds that were given. */
  readonly budget?: number;
}

/** One line: kind, feature ids, time. */
export function contactText({ kind, a, b, time }: StepContact, { bodies }: StepScene): string {
  const severalBodies = bodies.length > 1;
  return `${kind}  ${sideText(a, severalBodies)}, ${sideText(b, severalBodies)}  t = ${shownDown(time, 10)}`;
}

/** 'vertex 12 of cloth', 'edge 7 (3-5)'. */
function sideText(feature: StepSide, severalBodies: boolean): string {
  const which = featureText(feature);
  return severalBodies ? `${which} of ${safeText(feature.body)}` : which;
}

/** The verdict in one line, and what belongs to it below. */
export function verdictText(answer: StepAnswer, c: Colors): string {
  const { scene, result } = answer;
  const status = isContactAtLeast(result) ? 'contact' : result.status;
  const color = status === 'free' ? c.green : status === 'unresolved' ? c.yellow : c.red;
  const title = `${color(status.toUpperCase())}  ${c.bold(safeText(scene.name))}: ${sentence(answer)}`;
  const facts = [
    ...contactFacts(answer),
    ...safeFacts(answer),
    provenFact(answer),
    ...testedFacts(answer),
    ...proofFacts(answer),
    workFact(answer),
    ...gpuFacts(answer),
    costFact(answer),
  ];
  const warnings = [...seamWarnings(scene), ...crossingAdvice(answer)].map((text) => `  ${c.yellow('warning'.padEnd(WIDTH))} ${text}`);
  return `${[title, ...facts.map(([label, value]) => `  ${label.padEnd(WIDTH)} ${value}`), ...warnings].join('\n')}\n`;
}

function sentence({ scene, result, clearance, budget }: StepAnswer): string {
  const { status, time, reason = 'milliseconds' } = result;
  const first = leadingContact(result);
  const kept = clearance > 0 ? shown(clearance, 4) : '';
  if (status === 'free') return kept === '' ? 'nothing touches during the step' : `everything keeps ${kept} apart during the step`;
  const severalBodies = scene.bodies.length > 1;
  const [a, b] = first === undefined ? ['something', 'something'] : [first.a, first.b].map((side) => sideText(side, severalBodies));
  const meets = `${a} ${kept === '' ? 'touches' : `comes within ${kept} of`} ${b}`;
  if (status === 'contact') return `${meets} at t = ${shownDown(time, 8)}`;
  if (first?.kind === 'edge-face') {
    const several = edgesThroughFaces(result);
    return `${several === '' ? `${a} goes through ${b}` : several} at the start`;
  }
  if (status === 'overlap') return `${a} and ${b} ${kept === '' ? 'touch' : `are within ${kept}`} at the start`;
  const isLate = reason === 'milliseconds' && budget !== undefined;
  const why = `${reasonText(reason)}${isLate ? ` (--budget raises it, now ${budget} ms)` : ''}`;
  if (first !== undefined)
    return `at least ${counted(result.contactCount, 'contact')}, ${meets} at t = ${shownDown(first.time, 8)}; not complete: ${why}`;
  return `${time > 0 ? `proven free until t = ${shownDown(time, 8)}, then ` : ''}${why}`;
}

function contactFacts({ scene, result, all }: StepAnswer): Fact[] {
  const { contacts, contactCount, reason } = result;
  const first = leadingContact(result);
  if (first === undefined) return [];
  const severalBodies = scene.bodies.length > 1;
  const [a, b] = [first.a, first.b].map((side) => sideText(side, severalBodies));
  const more = contactCount > contacts.length ? `, ${shownCount(contacts.length)} of them listed` : '';
  const least = reason === undefined ? '' : 'at least ';
  return [
    ['point', shownPoint(first.point)],
    ['normal', `${shownDirection(first.normal)}, ${first.kind === 'edge-face' ? `of ${b}` : `from ${a} to ${b}`}`],
    ...(all ? [['contacts', `${least}${shownCount(contactCount)} in the step${more}`] as const] : []),
  ];
}

/** Told in full: rounded, it might not be safe. */
function safeFacts({ maxStep }: StepAnswer): Fact[] {
  if (maxStep === undefined) return [];
  return [['max step', maxStep > 0 ? `${maxStep} of the step is safe` : '0: no part of the step is proven safe']];
}

function provenFact({ result, clearance, startsFree }: StepAnswer): Fact {
  const { status, time } = result;
  const given = startsFree ? '; that nothing intersects at the start was taken for granted' : '';
  const what = untouchedText(clearance, 'stay');
  if (status === 'free') return ['proven', `at every time of the step ${what}${given}`];
  if (status === 'overlap') return ['proven', 'at the start'];
  if (isContactAtLeast(result)) return ['proven', 'what is told touches; that nothing else does, or earlier, is not'];
  return ['proven', time > 0 ? `at every time before, ${what}${given}` : 'nothing'];
}

function proofFacts({ proof }: StepAnswer): Fact[] {
  return proof === undefined ? [] : [['proof', proof]];
}

/** So many bodies are reported one by one. */
const MOST_BODIES = 12;

function testedFacts({ scene: { bodies, allowed } }: StepAnswer): Fact[] {
  const facts = bodies.slice(0, MOST_BODIES).map(({ name, mesh, end, self, selfGiven, welded, coincident }, i): Fact => {
    const joined = welded ? `; ${countedVertices(coincident)} joined with others at the same place in both frames` : '';
    const size = `${counted(mesh.triangleCount, 'triangle')}, ${countedVertices(mesh.vertexCount)}`;
    const untested = end === null ? '' : `, not against itself (${selfGiven ? '"self": false' : '--self'})`;
    const against = self ? ', tested against itself' : untested;
    return [i === 0 ? 'tested' : '', `${safeText(name)}: ${size}${end === null ? ', stands' : ''}${against}${joined}`];
  });
  if (bodies.length > MOST_BODIES) facts.push(['', `and ${shownCount(bodies.length - MOST_BODIES)} more`]);
  const pairs = allowed.map((pair) => pair.map(safeText).join(' and '));
  const named = pairs.length > MOST_BODIES ? `${shownCount(pairs.length)} pairs` : pairs.join(', ');
  return pairs.length > 0 ? [...facts, ['allowed', `${named}: not tested against each other`]] : facts;
}

function countedVertices(n: number): string {
  return n === 1 ? '1 vertex' : `${shownCount(n)} vertices`;
}

function workFact({ result: { stats } }: StepAnswer): Fact {
  const { boxes, triangles, vertexFace, edgeEdge, edgeFace, exact } = stats;
  const pairs = `${shownCount(boxes)} pairs of boxes, ${shownCount(triangles)} of triangles`;
  const tests = `${shownCount(vertexFace)} vertex-face and ${shownCount(edgeEdge)} edge-edge tests`;
  const start = edgeFace > 0 ? `, ${shownCount(edgeFace)} of edges and faces at the start` : '';
  return ['work', `${pairs}, ${tests}${start}${exact > 0 ? `, ${shownCount(exact)} decided by integers` : ''}`];
}

function gpuFacts({ gpu }: StepAnswer): Fact[] {
  if (gpu === undefined) return [];
  const { used, why, near, left } = gpu;
  if (!used) return [['gpu', `not used: ${safeText(why)}`]];
  return [['gpu', `${safeText(why)}: of ${counted(near, 'near pair')} ${shownCount(left)} left to the processor`]];
}

function costFact({ cost: { ms, buildMs, memory } }: StepAnswer): Fact {
  return ['took', `${shown(ms, 3)} ms, and ${shown(buildMs, 3)} ms to build the trees; ${shown(memory / 2 ** 20, 3)} MiB at most`];
}

/** What to do where meshes are meant to go through each other, as sheets that a hand moves. */
function crossingAdvice({ scene: { bodies }, result: { contacts } }: StepAnswer): string[] {
  const crossing = contacts.find(({ kind }) => kind === 'edge-face');
  if (crossing === undefined) return [];
  const { a, b } = crossing;
  const isSelf = a.body === b.body;
  const who = safeText(isSelf ? a.body : `${a.body} and ${b.body}`);
  const apart = !isSelf
    ? ''
    : bodies.length === 1
      ? '; as a body of its own in a step file, what is meant can have "self": false'
      : `; "self": false in a step file leaves ${who} untested against itself`;
  return [`${who} ${isSelf ? 'intersects itself' : 'intersect'} at the start; where that is meant, --starts-free passes over it${apart}`];
}

/** Seams that would count as contact from the start. */
function seamWarnings({ bodies }: StepScene): string[] {
  return bodies
    .filter(({ self, coincident, welded }) => self && !welded && coincident > 0)
    .map(({ name, coincident }) => {
      const lie = coincident === 1 ? 'vertex lies' : 'vertices lie';
      return `${safeText(name)}: ${shownCount(coincident)} ${lie} on others in both frames, as in a seam, which is contact; --weld joins them`;
    });
}
