import { type Panel, type PlotSeries, toSvg } from '../shared/plot.ts';
import { mean } from '../shared/statistics.ts';
import { readable } from '../shared/table.ts';
import { measuredBy, type SceneRun, valuesOf } from './scene-run.ts';
import type { Answer } from './subject.ts';

export interface Figure {
  readonly file: string;
  readonly caption: string;
  readonly svg: string;
}

const RED = '#c03028';
const BLUE = '#2858b0';
const GREEN = '#2a8040';

/** [Tang et al. 2013, Fig. 6]: front nodes per trial with (red) and without (blue) control; in the paper N_CA falls by 82.3 %. */
export function figure6(run: SceneRun): Figure {
  const [controlled, free] = [measuredBy(run.methods, 'c2a'), measuredBy(run.methods, 'c2a without control')];
  const nodes = (answer: Answer) => answer.frontNodes;
  const saved = 1 - mean(controlled.answers.map(nodes)) / mean(free.answers.map(nodes));
  return {
    file: 'figure-6',
    caption: `Figure 6: front nodes of c2a per trial, ${run.scene.name} scene; control saves ${readable(100 * saved)} % (paper, club: 82.3 % of N_CA).`,
    svg: toSvg([
      {
        title: `Front nodes per trial, ${run.scene.name} against ${run.scene.name}`,
        xLabel: 'trial',
        yLabel: 'front nodes',
        series: [perTrial('without control', BLUE, free.answers.map(nodes)), perTrial('controlled', RED, controlled.answers.map(nodes))],
      },
    ]),
  };
}

/** [Tang et al. 2013, Fig. 7]: iterations, front nodes and contacts per trial. */
export function figure7(run: SceneRun): Figure {
  const { answers } = measuredBy(run.methods, 'c2a');
  const contacts = measuredBy(run.contacts, 'all').answers.map((a) => a.contacts);
  const panel = (title: string, method: string, colour: string, values: number[]): Panel => ({
    title: `${title} per trial, ${run.scene.name}`,
    xLabel: 'trial',
    yLabel: title.toLowerCase(),
    series: [perTrial(method, colour, values)],
  });
  const means = [
    mean(answers.map((a) => a.iterations)),
    mean(answers.map((a) => a.frontNodes)),
    mean(valuesOf(run, measuredBy(run.contacts, 'all'), true, (a) => a.contacts)),
  ];
  return {
    file: 'figure-7',
    caption: `Figure 7: iterations (mean ${readable(means[0])}) and front nodes (${readable(means[1])}) of c2a, and contacts (${readable(means[2])} of colliding trials), ${run.scene.name} scene.`,
    svg: toSvg([
      panel(
        'Iterations',
        'c2a',
        RED,
        answers.map((a) => a.iterations),
      ),
      panel(
        'Front nodes',
        'c2a',
        BLUE,
        answers.map((a) => a.frontNodes),
      ),
      panel('Contacts', 'auto', GREEN, contacts),
    ]),
  };
}

function perTrial(name: string, colour: string, values: readonly number[]): PlotSeries {
  return { name, colour, points: values.map((y, x) => [x, y] as const) };
}
