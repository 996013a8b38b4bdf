export type { ReportBody, ReportInput } from './report-input.ts';
export { reportPage } from './report-page.ts';
export { shown, shownCount, shownDirection, shownDown, shownPoint, shownUp } from './shown-number.ts';
export { headlineOf, proofOf } from './verdict-in-words.ts';
