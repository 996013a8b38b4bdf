import { InputError, type PairSide, Scene, type SceneFirstContactOptions, type SceneMotions } from '../../index.ts';
import type { LoadedRobotScene, RobotQuery } from '../../io/index.ts';
import { cellReportPage } from '../../report/index.ts';
import { safeText } from '../../words/safe-text.ts';
import { describeSizes } from '../scene-sizes.ts';
import { SCENE_METHODS } from '../terminal/method-names.ts';
import { Stopwatch } from '../terminal/stopwatch.ts';
import { packageVersion } from '../version.ts';
import type { Question, QuestionOptions, QuestionScene } from './question.ts';
import { requireMethod } from './require-method.ts';

/** A scene of robots among objects, `ccd-robot-scene/1`. */
export function robotQuestions(file: LoadedRobotScene): QuestionScene {
  const name = safeText(file.name);
  return {
    name,
    touch: file.touch,
    queries: file.queries,
    subject: (c) => describeSizes(file.robots, file.obstacles, [], file.self, c),
    questions(options, chosen) {
      const asked = sceneContactOptions(options);
      const { robots, obstacles, self, ignore } = file;
      const scene = new Scene({ robots, obstacles, self, allowed: ignore });
      return chosen.map((place): Question => {
        const query = file.queries[place];
        return {
          id: query.id,
          set: query.set,
          ref: query.ref,
          ask: () => scene.firstContact(motionsOf(query, file), asked),
          names: (answered) =>
            'pair' in answered && answered.pair !== null ? [sideName(answered.pair[0]), sideName(answered.pair[1])] : null,
          page(withReference) {
            const motions = motionsOf(query, file);
            const shownOptions: SceneFirstContactOptions = { ...asked, contacts: asked.contacts === 'all' ? 'all' : 'minimal' };
            const watch = new Stopwatch();
            watch.start();
            const result = scene.firstContact(motions, shownOptions);
            return cellReportPage({
              title: `${name}, query ${query.id}`,
              scene,
              motions,
              result,
              options: shownOptions,
              milliseconds: watch.stop(),
              version: packageVersion(),
              reference: withReference ? query.ref : undefined,
            });
          },
        };
      });
    },
    async prove(options, chosen) {
      const { GpuBatch } = await import('../../gpu/index.ts');
      const { clearance, tolerance } = sceneContactOptions(options);
      const { robots, obstacles, self, ignore, queries } = file;
      const scene = new Scene({ robots, obstacles, self, allowed: ignore });
      const batch = await GpuBatch.open(scene, { gpu: 'always', clearance, tolerance });
      const rows = (robot: number, end: 'from' | 'to'): Float64Array =>
        Float64Array.from(chosen.flatMap((place) => [...robots[robot].configuration(queries[place].robots[robot][end])]));
      const motions = Object.fromEntries(robots.map(({ name }, i) => [name, { from: rows(i, 'from'), to: rows(i, 'to') }]));
      if (chosen.length > 0) await batch.motionsAreFree(motions);
      const begun = performance.now();
      const { free, candidates, gpu } = await batch.motionsAreFree(motions);
      const milliseconds = performance.now() - begun;
      batch.close();
      return { free, open: gpu.used ? candidates : 0, gpu, milliseconds };
    },
  };
}

/** Every joint value goes linearly from one end to the other. */
function motionsOf({ robots }: RobotQuery, file: LoadedRobotScene): SceneMotions {
  return Object.fromEntries(file.robots.map(({ name }, i) => [name, [robots[i].from, robots[i].to]]));
}

/** Name as the scene file has it, where names of links are unique. */
function sideName({ body, link }: PairSide): string {
  return safeText(link ?? body);
}

function sceneContactOptions({ method, made, mode, ...rest }: QuestionOptions): SceneFirstContactOptions {
  if (mode === 'any') throw new InputError('--mode any is for scenes of two bodies; leave it out for robots');
  requireMethod(method, SCENE_METHODS, 'a scene of robots');
  return { ...rest, method: made };
}
