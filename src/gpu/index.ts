/**
 * Graphics hardware by WebGPU, in pages and in Node: many motions of robots at once, steps of large deforming meshes.
 * What it proves is what the CPU proves; what it leaves open, the CPU answers.
 */
export type { BatchMotions, BatchRange, BatchRows } from '../batch/motion-rows.ts';
export type { BatchBrackets, BatchCallOptions, BatchFirstContacts, BatchFree, GpuBatchOptions } from './batch/gpu-batch.ts';
export { GpuBatch } from './batch/gpu-batch.ts';
export type { GpuMode, GpuUse } from './device/gpu-use.ts';
export type { GpuDevice } from './device/open-gpu.ts';
export type { GpuSelectionOptions, GpuTriangles, SelectedTriangles } from './select/gpu-selection.ts';
export { GpuSelection } from './select/gpu-selection.ts';
export type { GpuToolFirstContact, GpuToolMotions } from './select/gpu-tool-query.ts';
export { GpuToolQuery } from './select/gpu-tool-query.ts';
export type { GpuBuffer, GpuFrames, GpuPositions } from './select/workpiece-frames.ts';
export type { GpuMaxStep, GpuStepFirstContact, GpuStepOptions, GpuStepUse } from './step/gpu-step.ts';
export { GpuStep } from './step/gpu-step.ts';
export type { GpuCullingOptions, GpuSceneFirstContact } from './visible/gpu-culling.ts';
export { GpuCulling } from './visible/gpu-culling.ts';
