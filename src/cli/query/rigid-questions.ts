import { basename, extname } from 'node:path';
import { type PairFirstContactOptions, PairQuery, restMotion, rigidMotion } from '../../index.ts';
import type { LoadedRigidScene } from '../../io/index.ts';
import { reportPage } from '../../report/index.ts';
import { safeText } from '../../words/safe-text.ts';
import { shownCount } from '../../words/shown-number.ts';
import { Stopwatch } from '../terminal/stopwatch.ts';
import { packageVersion } from '../version.ts';
import type { Question, QuestionOptions, QuestionScene } from './question.ts';

/** A scene of two bodies, `ccd-scene/1`. */
export function rigidQuestions(scene: LoadedRigidScene): QuestionScene {
  const [a, b] = [scene.meshA, scene.meshB].map((path) => safeText(basename(path, extname(path))));
  const names = a === b ? ([`${a} A`, `${b} B`] as const) : ([a, b] as const);
  const name = safeText(scene.name);
  return {
    name,
    touch: scene.touch,
    queries: scene.queries,
    subject(c) {
      const size = (body: string, triangles: number) => `${c.cyan(body)} (${shownCount(triangles)} triangles)`;
      return `${size(names[0], scene.a.triangleCount)} moves against ${size(names[1], scene.b.triangleCount)}`;
    },
    questions(options, chosen) {
      const asked = firstContactOptions(options);
      const pair = new PairQuery({ shape: scene.a, name: names[0] }, { shape: scene.b, name: names[1] });
      const rest = restMotion(scene.poseB);
      return chosen.map((place): Question => {
        const { id, from, to, ref } = scene.queries[place];
        return {
          id,
          ref,
          ask: () => pair.firstContact({ a: rigidMotion(from, to), b: rest }, asked),
          names: () => names,
          page(withReference) {
            const motion = rigidMotion(from, to);
            const watch = new Stopwatch();
            watch.start();
            const result = pair.firstContact({ a: motion, b: rest }, { ...asked, contacts: asked.contacts === 'all' ? 'all' : 'minimal' });
            return reportPage({
              title: `${name}, query ${id}`,
              a: { name: names[0], mesh: scene.a, motion },
              b: { name: names[1], mesh: scene.b, motion: rest },
              result,
              clearance: options.clearance,
              milliseconds: watch.stop(),
              version: packageVersion(),
              reference: withReference ? ref : undefined,
            });
          },
        };
      });
    },
  };
}

function firstContactOptions({ method: _, made, ...rest }: QuestionOptions): PairFirstContactOptions {
  return { ...rest, method: made };
}
