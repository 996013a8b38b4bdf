/**
 * Writes the proof of an answer as a file that anybody can check [docs/proof-format.md]: the problem in primitive form,
 * and for every tested pair and segment how its time is covered by leaves, each proven by one direction. What is
 * written does not depend on how the answer was found: whatever the method, pairs are proven anew up to the answer's
 * time [prover.ts], and what cannot be is left open in the file.
 */
import type { PairProof, ProvenHulls, ProvenPair } from '../contact/options.ts';
import { treeOf } from '../hierarchy/tree-of.ts';
import { checkList, checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { ProvenScene, SceneProof } from '../scene/search/scene-proof.ts';
import type { ProvenStep, StepProof } from '../soft/step-result.ts';
import { provePair } from './pair-proof.ts';
import { type ProofFacts, ProofLines, type WriteText } from './proof-lines.ts';
import { SceneProver } from './scene-proof.ts';
import { proveStep } from './step-proof.ts';

/** A file that the problem was read from. */
export interface ProofInput {
  /** Its name. */
  readonly name: string;
  /** SHA-256 of its bytes, 64 hexadecimal digits. */
  readonly sha256: string;
}

/** What a proof says beside the problem. */
export interface ProofOptions {
  /** Who writes it. Default 'inbetween'. */
  readonly by?: string;
  /** The files that the problem was read from. Default: none. */
  readonly inputs?: readonly ProofInput[];
  /** `'problem'`: only what was asked is written, all segments of it, and nothing proven. Default: all. */
  readonly only?: 'problem';
}

/** Proves one answer, of two bodies, of a scene or of a step of deforming meshes, and tells what was written. */
export interface ProofRecorder extends PairProof, SceneProof, StepProof {
  /** `'problem'`: only what was asked, whatever was found. */
  readonly only?: 'problem';
  /** What was written. */
  readonly facts: Readonly<ProofFacts>;
}

/**
 * Gives what `proof` of a question takes: `scene.firstContact(motions, { proof: recordProof(write) })`. The text of the
 * file goes to `write`, some whole lines at a time, before the question returns; one recorder writes one file.
 *
 * @example
 * ```ts
 * let file = '';
 * const proof = recordProof((text) => (file += text));
 * const hit = firstContact(a, b, { proof });
 * console.log(hit.status, proof.facts.leaves);
 * ```
 */
export function recordProof(write: (text: string) => void, options: ProofOptions = {}): ProofRecorder {
  if (typeof write !== 'function') throw new InputError(`recordProof: needs a function that takes text, got ${shownValue(write)}`);
  checkRecord(options, ['by', 'inputs', 'only'], 'recordProof');
  if (options.only !== undefined && options.only !== 'problem')
    throw new InputError(`recordProof: only must be 'problem' or left out, got ${shownValue(options.only)}`);
  const { inputs = [] } = options;
  checkList(inputs, 'recordProof: inputs');
  for (const input of inputs as readonly ProofInput[]) checkInput(input);
  return new Recorder(write, options);
}

class Recorder implements ProofRecorder {
  readonly facts: ProofFacts = { leaves: 0, characters: 0, complete: true, status: null, time: 0 };
  private readonly write: WriteText;
  private readonly options: ProofOptions;
  readonly only: 'problem' | undefined;
  private used = false;
  /** The one of a scene, for one phase after the other. */
  private prover: SceneProver | null = null;

  constructor(write: WriteText, options: ProofOptions) {
    this.write = write;
    this.options = options;
    this.only = options.only;
  }

  begin(): void {
    if (this.used) throw new InputError('proof: a recorder writes one file; make another one for another question');
  }

  pair(proven: ProvenPair): void {
    provePair(this.file(), proven, this.header(), this.facts, this.only !== undefined);
  }

  hulls({ meshes, answer, ...proven }: ProvenHulls): void {
    const [a, b] = meshes;
    this.pair({ ...proven, trees: [treeOf(a), treeOf(b)], mayLeave: false, answer: { ...answer, initial: [] } });
  }

  scene(proven: ProvenScene): void {
    this.prover ??= new SceneProver(this.file(), proven, this.header(), this.facts);
    this.prover.prove(proven, this.only !== undefined);
  }

  step(proven: ProvenStep): void {
    proveStep(this.file(), proven, this.header('step'), this.facts, this.only !== undefined);
  }

  private header(question = 'firstContact'): object {
    const { by = 'inbetween', inputs = [] } = this.options;
    return { by, question, inputs };
  }

  private file(): ProofLines {
    this.used = true;
    return new ProofLines((text) => {
      this.facts.characters += text.length;
      this.write(text);
    });
  }
}

function checkInput(input: ProofInput): void {
  checkRecord(input, ['name', 'sha256'], 'recordProof: inputs');
  if (typeof input.name !== 'string') throw new InputError(`recordProof: inputs: name must be text, got ${shownValue(input.name)}`);
  if (typeof input.sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(input.sha256))
    throw new InputError(`recordProof: inputs: sha256 must be 64 hexadecimal digits, got ${shownValue(input.sha256)}`);
}
