/** A proof that was dropped: verified in a worker, and what that found, with how the proof covers time. */
import type { FromProver } from '../ask/proof-worker.ts';
import { button, el, svg } from './dom.ts';

type Found = Extract<FromProver, { kind: 'found' }>['found'];

/** What it needs of a Worker. */
export interface ProverPort {
  onmessage: ((event: { readonly data: FromProver }) => void) | null;
  onerror: ((event: { readonly message?: string }) => void) | null;
  postMessage(message: Uint8Array): void;
  terminate(): void;
}

/** Pairs that are listed. */
const ROWS = 12;
const TONES = { proven: 'good', refuted: 'bad', malformed: 'bad', undecided: 'open' } as const;
const HEADS = { proven: 'Proven', refuted: 'Refuted', malformed: 'No proof', undecided: 'Not decided' } as const;

export class ProofPanel {
  readonly element: HTMLElement = el('section', { class: 'proof-panel', 'aria-label': 'Proof', 'data-testid': 'proof', hidden: true });
  private readonly start: () => ProverPort;
  private port: ProverPort | null = null;

  /** start: makes a worker; tests bring their own. */
  constructor(start: () => ProverPort = startWorker) {
    this.start = start;
  }

  /** The last of several that are dropped counts. */
  verify(name: string, bytes: Uint8Array): void {
    this.end();
    const port = this.start();
    this.port = port;
    this.show(name, el('p', { role: 'status' }, 'verifying …'));
    port.onmessage = ({ data }) => {
      if (this.port !== port) return;
      if (data.kind === 'progress') return this.show(name, el('p', { role: 'status' }, `verifying … ${Math.floor(100 * data.share)} %`));
      this.end();
      if (data.kind === 'failed') this.show(name, el('p', { class: 'bad' }, `This file ${data.message}.`));
      else this.show(name, ...shownProof(data.found));
    };
    port.onerror = ({ message }) => {
      if (this.port !== port) return;
      this.end();
      this.show(name, el('p', { class: 'bad' }, `It could not be verified: ${message ?? 'the worker ended'}.`));
    };
    port.postMessage(bytes);
  }

  private end(): void {
    this.port?.terminate();
    this.port = null;
  }

  private show(name: string, ...content: readonly HTMLElement[]): void {
    const close = (): void => {
      this.end();
      this.element.hidden = true;
    };
    const head = el('header', {}, el('h2', {}, name), button('×', 'close-proof', close, { 'aria-label': 'Close the proof' }));
    this.element.replaceChildren(head, ...content);
    this.element.hidden = false;
  }
}

function shownProof(found: Found): HTMLElement[] {
  const { result, why, status, time, pairs, untested, exempt, inputs, leaves, view } = found;
  const said = result === 'proven' ? `${status}, of ${pairs} tested ${pairs === 1 ? 'pair' : 'pairs'} up to path time ${time}.` : `${why}.`;
  const facts = [
    ...exempt.map(
      (one) => `not proven: ${one.a} and ${one.b} from path time ${one.from} to ${one.to}, where they may touch, said by ${one.by}`,
    ),
    ...untested.map((one) => `not tested: ${one.pairs} ${one.pairs === 1 ? 'pair' : 'pairs'}, said by ${one.by}: ${one.why}`),
    ...inputs.slice(0, ROWS).map((input) => `said to be made of ${input.name}, SHA-256 ${input.sha256.slice(0, 12)}…`),
    `verified in this page, ${leaves} leaves in whole numbers; that it is about what is open here was not compared: inbetween verify PROOF CELL PATH does`,
  ];
  return [
    el('p', {}, el('strong', { class: TONES[result] }, `${HEADS[result]}. `), said),
    ...(view === undefined || result === 'malformed' ? [] : view.pairs.slice(0, ROWS).map((pair) => strip(pair, view.segments))),
    ...(result === 'malformed' ? [] : facts.map((text) => el('p', { class: 'soft' }, text))),
  ];
}

type Pair = NonNullable<Found['view']>['pairs'][number];

/** A box for each leaf, or for the narrowest of many: the wider, the calmer. */
function strip({ a, b, leaves, boxes }: Pair, segments: number): HTMLElement {
  const rects = boxes.map(([from, to, width]) =>
    svg('rect', {
      class: width < 1 / 32 ? 'near' : width < 1 / 4 ? 'middle' : 'calm',
      x: (1000 * from) / segments,
      width: (1000 * (to - from)) / segments,
      height: 10,
    }),
  );
  const drawing = svg('svg', { viewBox: '0 0 1000 10', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, ...rects);
  const row = el('div', { class: 'proof-strip' }, el('span', {}, `${a} and ${b}`, el('small', {}, ` ${leaves}`)));
  row.append(drawing);
  return row;
}

function startWorker(): ProverPort {
  return new Worker(new URL('../ask/proof-worker.ts', import.meta.url), { type: 'module' }) as unknown as ProverPort;
}
