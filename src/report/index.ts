export type { VerdictRow } from '../words/verdict-rows.ts';
export type { BatchReportInput, BatchVerdicts } from './batch/batch-report-input.ts';
export { batchReportPage } from './batch/batch-report-page.ts';
export type { CellIndexInput, CellIndexPath } from './cell/cell-index-input.ts';
export { cellIndexPage } from './cell/cell-index-page.ts';
export type { CellReportInput, ReportedProof } from './cell/cell-report-input.ts';
export { cellReportPage } from './cell/cell-report-page.ts';
export { type VerdictRowsInput, verdictRows } from './cell/verdict-rows.ts';
export type { ReportBody, ReportInput } from './pair/report-input.ts';
export { reportPage } from './pair/report-page.ts';
export type { PlanReportInput } from './plan/plan-report-input.ts';
export { planReportPage } from './plan/plan-report-page.ts';
export type { StepReportBody, StepReportInput } from './step/step-report-input.ts';
export { stepReportPage } from './step/step-report-page.ts';
export { type ToolTouch, touchesOf } from './tool/tool-events.ts';
export type { ToolReportInput, ToolReportStep } from './tool/tool-report-input.ts';
export { toolReportPage } from './tool/tool-report-page.ts';
export type {
  WorldReportBody,
  WorldReportCurve,
  WorldReportEvent,
  WorldReportFrame,
  WorldReportInput,
} from './world/world-report-input.ts';
export { worldReportEvent } from './world/world-report-input.ts';
export { worldReportPage } from './world/world-report-page.ts';
