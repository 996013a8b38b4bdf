export type { CellReportInput } from './cell-report-input.ts';
export { cellReportPage } from './cell-report-page.ts';
export type { ReportBody, ReportInput } from './report-input.ts';
export { reportPage } from './report-page.ts';
export { shown, shownCount, shownDirection, shownDown, shownPoint, shownUp } from './shown-number.ts';
export { headlineOf, proofOf } from './verdict-in-words.ts';
