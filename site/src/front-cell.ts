// The cell of the front page: a Puma carries a workpiece past a post, which the reader moves. The build asks once, for the first
// picture; a worker asks again for every place of the post.
import { Scene, type SceneFirstContact, type SceneMotions } from 'inbetween';
import { type Files, readCell, readCellMotions } from 'inbetween/io';
import { type VerdictRow, verdictRows } from 'inbetween/report';
import type { SceneData } from '../../src/report/viewer/scene-data.ts';
import { linkBodies } from '../../src/scene/content/link-bodies.ts';

/** What the front page begins with. */
export interface FrontData {
  readonly data: SceneData;
  /** Names of the bodies, in the order of the data's. */
  readonly names: readonly string[];
  /** Where the world's origin is in the picture, and how long a metre. */
  readonly origin: readonly number[];
  readonly scale: number;
  readonly answer: FrontAnswer;
}

export interface FrontAnswer {
  readonly status: SceneFirstContact['status'];
  readonly time: number;
  readonly pair: readonly [string, string] | null;
  readonly contacts: readonly { readonly point: readonly number[]; readonly normal: readonly number[] }[];
  /** The verdict in words. */
  readonly rows: readonly VerdictRow[];
  readonly milliseconds: number;
}

/** The post stands here first: x and y, metres. */
export const POST: readonly [number, number] = [0.45, 0.45];

export class FrontCell {
  readonly scene: Scene;
  readonly motions: SceneMotions;

  private constructor(scene: Scene, motions: SceneMotions) {
    this.scene = scene;
    this.motions = motions;
  }

  static async read(files: Files): Promise<FrontCell> {
    const cell = await readCell(files, 'cell.json');
    const { motions } = await readCellMotions(files, cell, 'across.csv');
    return new FrontCell(new Scene(cell), motions);
  }

  /** Bodies as they are drawn: links with a shape, what is carried, what stands. */
  get names(): string[] {
    const { robots, bodies, obstacles } = this.scene;
    return [
      ...robots.flatMap((robot) => linkBodies(robot).map(({ link }) => robot.links[link].name)),
      ...bodies.map(({ name }) => name),
      ...obstacles.map(({ name, shape }) => name ?? shape.name),
    ];
  }

  ask(x: number, y: number): { readonly result: SceneFirstContact; readonly answer: FrontAnswer } {
    this.scene.moveObstacle('post', { position: [x, y, 0] });
    const start = performance.now();
    const result = this.scene.firstContact(this.motions);
    const milliseconds = performance.now() - start;
    const { status, time, contacts } = result;
    const pair = result.pair && ([result.pair[0], result.pair[1]].map(({ body, link }) => link ?? body) as [string, string]);
    const rows = verdictRows({ scene: this.scene, motions: this.motions, result });
    return {
      result,
      answer: { status, time, pair, contacts: contacts.map(({ point, normal }) => ({ point, normal })), rows, milliseconds },
    };
  }
}
