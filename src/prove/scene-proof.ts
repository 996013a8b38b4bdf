/** The proof of an answer about a scene: all tested pairs, segment by segment, and who said that others are not. */
import { MovingPair } from '../contact/moving-pair.ts';
import { PairQueue } from '../contact/pair-queue.ts';
import type { ProvenScene } from '../scene/search/scene-proof.ts';
import { motionLine } from './motion-lines.ts';
import { testedPairs, writeUntested } from './pair-lines.ts';
import { PairProver, witnessLine, writeVerdict } from './pair-proof.ts';
import type { ProofFacts, ProofLines } from './proof-lines.ts';
import { RobotFrames } from './robot-frames.ts';
import { insideOf, type Witness, witnessOf } from './witness.ts';

/** Pairs of which what was made for one segment is kept for the next. */
const MOST_KEPT = 4096;

/** `isPlain`: the problem alone. */
export function proveScene(lines: ProofLines, proven: ProvenScene, header: object, facts: ProofFacts, isPlain = false): void {
  const prover = new SceneProver(lines, proven, header, facts);
  if (isPlain) prover.tell();
  else prover.run();
}

class SceneProver {
  private readonly lines: ProofLines;
  private readonly proven: ProvenScene;
  private readonly facts: ProofFacts;
  private readonly robots: readonly RobotFrames[];
  /** The numbers of the tested pairs, in the order of the file. */
  private readonly tested: readonly number[];
  private readonly kept: Map<number, MovingPair> = new Map();

  constructor(lines: ProofLines, proven: ProvenScene, header: object, facts: ProofFacts) {
    this.lines = lines;
    this.proven = proven;
    this.facts = facts;
    const { pairs, motions, tolerance, clearanceOf } = proven;
    const { moving, standing, movingViews, standingViews, chains } = pairs;
    const tested = testedPairs(pairs);
    const clearance = tested.length === 0 ? 0 : clearanceOf(tested[0].number);
    lines.line('inbetween-proof/1', { ...header, segments: motions.segments, clearance, tolerance });
    for (const { tree } of [...movingViews, ...standingViews]) lines.shape(tree);
    const robots: RobotFrames[] = [];
    let values = 0;
    for (const [r, { robot }] of chains.entries()) {
      robots.push(new RobotFrames(lines, robot, motions.robots[r], values));
      values += robots[r].count;
    }
    this.robots = robots;
    const own = moving.map(({ name, robot, link }) =>
      robot < 0 ? lines.frame({ name, parent: -1, moves: 'free' }) : robots[robot].links[link],
    );
    const stands = standing.map(({ parts, position, quaternion }) =>
      lines.frame({ name: parts[0].name, parent: -1, at: [...position, ...quaternion] }),
    );
    for (const [i, { name, robot }] of moving.entries())
      lines.body(robot < 0 ? name : `${chains[robot].robot.name}/${name}`, movingViews[i].tree, own[i]);
    for (const [s, { parts }] of standing.entries())
      lines.body(parts.map(({ name }) => name).join(' + '), standingViews[s].tree, stands[s]);
    for (const { a, b, number } of tested) {
      const distance = clearanceOf(number);
      lines.line('pair', { a, b, ...(distance === clearance ? {} : { clearance: distance }) });
    }
    writeUntested(lines, pairs, tested);
    this.tested = tested.map(({ number }) => number);
  }

  /** All segments, and nothing of proofs. */
  tell(): void {
    const { segments } = this.proven.motions;
    for (let segment = 0; segment < segments; segment++) {
      this.proven.load(segment);
      this.writeSegment(segment, 1);
    }
  }

  run(): void {
    const { lines, proven, tested, facts } = this;
    const { answer, motions } = proven;
    const { status, time } = answer;
    const end = status === 'free' ? motions.segments : time;
    const last = Math.max(0, Math.ceil(end) - 1);
    const prover = new PairProver(lines, facts);
    for (let segment = 0; segment <= last; segment++) {
      const until = segment < last ? 1 : end - segment;
      proven.load(segment);
      this.writeSegment(segment, until);
      if (status === 'overlap') break;
      for (const [i, number] of tested.entries()) this.provePair(prover, i, number, until);
    }
    const touches = status === 'contact' || status === 'overlap';
    writeVerdict(lines, status, touches ? this.witness(end - last) : undefined, facts, () => {
      for (const [i, number] of tested.entries()) this.provePair(prover, i, number, 0);
    });
  }

  private writeSegment(segment: number, until: number): void {
    const { lines, robots, proven } = this;
    const { moving, movingViews } = proven.pairs;
    const told = robots.map((robot) => robot.segment(segment));
    const values = told.flatMap((one) => one.values);
    const motions = told.flatMap((one) => one.motions);
    // bodies of their own come first, but their frames after those of robots
    for (const [i, { robot, name }] of moving.entries()) {
      const { motion } = movingViews[i];
      if (robot < 0 && motion !== null) motions.push(motionLine(motion, name));
    }
    lines.line('segment', {
      ...(until > 0 && until < 1 ? { until } : {}),
      ...(values.length > 0 ? { values } : {}),
      ...(motions.length > 0 ? { motions } : {}),
    });
  }

  /** Directions between links of one robot stand in the frame of the link that both stand on, where that moves. */
  private provePair(prover: PairProver, i: number, number: number, until: number): void {
    const { pairs } = this.proven;
    const { chain, ancestor, world, body } = pairs.viewA(number);
    const pair = this.pair(number);
    if (chain === null || world === null || ancestor < 0) return prover.prove(i, pair, until, -1, null);
    const turned = (): Float64Array => {
      chain.place(ancestor);
      return chain.states[ancestor];
    };
    prover.prove(i, pair, until, this.robots[pairs.moving[body].robot].links[ancestor], turned);
  }

  /** A pair by itself in the segment that is loaded. */
  private pair(number: number): MovingPair {
    const { kept, proven } = this;
    const a = proven.pairs.viewA(number);
    const b = proven.pairs.viewB(number);
    const known = kept.get(number);
    const pair = known ?? new MovingPair(a.tree, b.tree);
    if (known === undefined && kept.size < MOST_KEPT) kept.set(number, pair);
    pair.begin(a, b, proven.clearanceOf(number));
    return pair;
  }

  /** The nearest of all pairs that are near enough at that time of the last segment. */
  private witness(time: number): object | undefined {
    const { lines, tested, proven } = this;
    const queue = new PairQueue();
    let best: Witness | null = null;
    let at = -1;
    for (const [i, number] of tested.entries()) {
      const found = witnessOf(this.pair(number), time, proven.tolerance, queue);
      if (found === null || (best !== null && !(found.spare > best.spare))) continue;
      best = found;
      at = i;
    }
    if (best !== null) return witnessLine(lines, at, this.pair(tested[at]), best);
    for (const [i, number] of time === 0 ? tested.entries() : []) {
      const inside = insideOf(this.pair(number));
      if (inside !== null) return { pair: i, inside };
    }
    return undefined;
  }
}
