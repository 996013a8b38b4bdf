/** Single functions of the programs of a batch, called for many cases by a small entry of the test's own. */
import { BATCH_PROGRAM } from '../../../../src/gpu/batch/batch-runner.ts';
import { Gpu } from '../../../../src/gpu/device/gpu.ts';

/** Numbers of the model's, by binding; those that an entry does not use are left out. */
export interface KernelData {
  readonly model?: ArrayBufferView<ArrayBuffer>;
  readonly nodes?: ArrayBufferView<ArrayBuffer>;
  readonly corners?: ArrayBufferView<ArrayBuffer>;
  readonly motions?: ArrayBufferView<ArrayBuffer>;
}

/** `body`: what it does with case number i, `cases` of `size` words each, writing to `out`, `words` of them a case. */
export async function askKernel(
  gpu: Gpu,
  body: string,
  cases: Float32Array<ArrayBuffer>,
  size: number,
  words: number,
  data: KernelData = {},
): Promise<Float32Array> {
  const count = cases.length / size;
  const entry = `
@group(0) @binding(8) var<storage, read> cases: array<f32>;
@group(0) @binding(9) var<storage, read_write> out: array<f32>;
fn point(at: u32) -> vec3f { return vec3f(cases[at], cases[at + 1u], cases[at + 2u]); }
fn yes(is: bool) -> f32 { return select(0.0, 1.0, is); }
fn put3(at: u32, v: vec3f) { out[at] = v.x; out[at + 1u] = v.y; out[at + 2u] = v.z; }
@compute @workgroup_size(64) fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) lane: u32) {
  let i = (group.x + group.y * WIDE) * 64u + lane;
  let c = i * ${size}u;
  let o = i * ${words}u;
  if (c + ${size}u > arrayLength(&cases)) { return; }
${body}
}`;
  const { pipeline, bind } = await gpu.program('kernel', [...BATCH_PROGRAM, entry], 'main');
  const given = [null, data.model, data.nodes, data.corners, data.motions, null, null, null].map((part) =>
    part === null || part === undefined ? null : gpu.filled('data', part),
  );
  const input = gpu.filled('cases', cases);
  const output = gpu.storage('out', 4 * words * count);
  await gpu.guarded(() => {
    const encoder = gpu.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bind([...given, input, output]));
    pass.dispatchWorkgroups(...Gpu.workgroups(Math.ceil(count / 64)));
    pass.end();
    gpu.device.queue.submit([encoder.finish()]);
  });
  const answers = new Float32Array(await gpu.read(output, 4 * words * count));
  for (const buffer of [...given, input, output]) buffer?.destroy();
  return answers;
}
