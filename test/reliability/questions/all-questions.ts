import { CARRIERS } from './carrier-questions.ts';
import { CONVEX } from './convex-questions.ts';
import { ELEMENTARY } from './elementary-questions.ts';
import { CLOUDS, PAIRS, SWEPT } from './pair-questions.ts';
import { INVERSE, PLANS, TIMINGS } from './plan-questions.ts';
import type { AnyQuestion } from './question.ts';
import { READER_QUESTIONS } from './reader-questions.ts';
import { SCENES } from './scene-questions.ts';
import { SOFT } from './soft-questions.ts';
import { FORECASTS, TOOLS } from './tool-questions.ts';
import { WORLDS } from './world-questions.ts';

/** Everything that is asked about geometry. */
export const GEOMETRY_QUESTIONS: readonly AnyQuestion[] = [
  PAIRS,
  CLOUDS,
  SWEPT,
  SCENES,
  SOFT,
  ELEMENTARY,
  CONVEX,
  WORLDS,
  TOOLS,
  FORECASTS,
  PLANS,
  INVERSE,
  TIMINGS,
];

/** Those of carriers are judged, and have no hash: sines turn their tables. */
export const ALL_QUESTIONS: readonly AnyQuestion[] = [...READER_QUESTIONS, ...GEOMETRY_QUESTIONS, CARRIERS];
