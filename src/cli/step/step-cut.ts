import { InputError } from '../../index.ts';
import { OutputFile } from '../terminal/output-file.ts';
import type { StepBody } from './step-bodies.ts';

/** Where the moving bodies go: the file itself, or one a body with its name in it. */
export function cutFiles(path: string, bodies: readonly StepBody[]): readonly { readonly body: StepBody; readonly output: OutputFile }[] {
  if (!/\.obj$/i.test(path)) throw new InputError(`--cut ${path}: it is written as OBJ, so its name should end in .obj`);
  const moving = bodies.filter(({ end }) => end !== null);
  if (moving.length === 0) throw new InputError('--cut: no body moves, so there is nothing to cut');
  const place = ({ name }: StepBody) =>
    moving.length === 1 ? path : path.replace(/\.obj$/i, `-${name.replace(/[^\p{L}\p{N}_.-]+/gu, '-')}$&`);
  return moving.map((body) => ({ body, output: new OutputFile('--cut', place(body), CUT) }));
}

const HEAD = '# inbetween step --cut';
const CUT = { not: 'no mesh cut by inbetween', mark: new RegExp(`^${HEAD}`) };

/** OBJ with every double in full, so that what is proven of these positions holds for the file. */
export function objText(positions: ArrayLike<number>, indices: ArrayLike<number>): string {
  const lines = [HEAD];
  for (let i = 0; i < positions.length; i += 3) lines.push(`v ${positions[i]} ${positions[i + 1]} ${positions[i + 2]}`);
  for (let i = 0; i < indices.length; i += 3) lines.push(`f ${indices[i] + 1} ${indices[i + 1] + 1} ${indices[i + 2] + 1}`);
  return `${lines.join('\n')}\n`;
}
