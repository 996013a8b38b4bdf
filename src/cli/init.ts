import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../index.ts';
import { exampleCell, examplePath, exampleUrdf } from '../io/index.ts';
import { safeText } from '../words/safe-text.ts';
import { PUMA_CELL_FOLDER } from './demo/example-folder.ts';
import { colorsFor, type Streams } from './terminal/streams.ts';
import { systemReason } from './terminal/system-reason.ts';
import { writeText } from './terminal/write-text.ts';

export interface InitOptions {
  readonly puma?: boolean;
  readonly force?: boolean;
}

interface NewFile {
  readonly name: string;
  readonly text: string;
}

export async function init(folder: string, { puma, force }: InitOptions, streams: Streams): Promise<void> {
  const wanted = puma ? await pumaFiles() : smallCell();
  if (!force) await refuseOverwriting(folder, wanted);
  for (const { name, text } of wanted) await writeText(join(folder, name), text);
  const c = colorsFor(streams.stdout, streams.env);
  const cell = safeText(join(folder, 'cell.json'));
  const [free, hits] = (puma ? ['around.csv', 'across.csv'] : ['path.csv', 'path-low.csv']).map((name) => safeText(join(folder, name)));
  const listed = wanted.map(({ name }) => name).filter((name) => !name.includes('/'));
  const meshes = wanted.length - listed.length;
  streams.stdout.write(
    [
      `${c.bold('written')}  ${safeText(folder)}: ${listed.join(', ')}${meshes > 0 ? ` and ${meshes} meshes` : ''}`,
      '',
      c.bold('next'),
      `  inbetween check ${cell} ${free}`,
      `  inbetween check ${cell} ${hits} --report contact.html`,
      `  ${planLine(folder, puma === true)}`,
      '',
    ].join('\n'),
  );
}

/** Past the post; of the Puma, whose cell carries something, which is not planned, among what stands at the origin. */
function planLine(folder: string, puma: boolean): string {
  const at = (name: string) => safeText(join(folder, name));
  if (!puma)
    return `inbetween plan ${at('cell.json')} --from pan=0.9,lift=0.6,elbow=1.2,wrist_bend=1 --to pan=-0.9,lift=0.6,elbow=1.2,wrist_bend=1`;
  const around = ['floor', 'coolant-pipe', 'air-pipe'].map((name) => `--scene ${at(`meshes/${name}.obj`)}`).join(' ');
  const [from, to] = [-0.490124, 1.456644].map((waist) => `waist=${waist},shoulder=-1.047662,elbow=1.482473,wrist-bend=1.135985`);
  return `inbetween plan ${at('puma.urdf')} --srdf ${at('puma.srdf')} ${around} --from ${from} --to ${to}`;
}

function smallCell(): NewFile[] {
  return [
    { name: 'cell.json', text: exampleCell() },
    { name: 'arm.urdf', text: exampleUrdf() },
    { name: 'path.csv', text: examplePath('over') },
    { name: 'path-low.csv', text: examplePath('low') },
  ];
}

async function pumaFiles(): Promise<NewFile[]> {
  const names = (await readdir(PUMA_CELL_FOLDER, { recursive: true })).map((name) => name.replaceAll('\\', '/')).sort();
  const found: NewFile[] = [];
  for (const name of names.filter((own) => /\.\w+$/.test(own)))
    found.push({ name, text: await readFile(join(PUMA_CELL_FOLDER, name), 'utf8') });
  return found;
}

async function refuseOverwriting(folder: string, wanted: readonly NewFile[]): Promise<void> {
  for (const { name } of wanted) {
    const file = join(folder, name);
    const there = await stat(file).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return undefined;
      throw new InputError(`cannot be written: ${systemReason(cause)}`, { file });
    });
    if (there !== undefined) throw new InputError('is there already; --force writes over it', { file });
  }
}
