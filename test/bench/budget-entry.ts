/** What the test of budgets has counted: the questions of the bench, and the clock that they go by. */
export { otherQuestions } from '../../bench/budgets/other-questions.ts';
export type { Prepared, Question, Told } from '../../bench/budgets/question.ts';
export { rigidQuestions } from '../../bench/budgets/rigid-questions.ts';
export { checkerQuestions, dragQuestion, sceneQuestions } from '../../bench/budgets/scene-questions.ts';
export { setClock } from '../../src/contact/budget.ts';
export { Random } from '../../src/index.ts';
