// Graphics hardware in software for tests: Chromium brings SwiftShader and a Vulkan loader, which WebGPU in Node can use too.
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const DRIVER = 'vk_swiftshader_icd.json';

/** Variables under which a process that is started then finds it; none where Vulkan is set up already, or there is no Chromium. */
export function softwareVulkan(chromium, env = process.env) {
  if (chromium === undefined || process.platform !== 'linux' || env.VK_ICD_FILENAMES || env.VK_DRIVER_FILES) return {};
  const folder = [dirname(realpathSync(chromium)), '/usr/lib/chromium', '/usr/lib/chromium-browser'].find((place) =>
    existsSync(join(place, DRIVER)),
  );
  if (folder === undefined) return {};
  const before = env.LD_LIBRARY_PATH ? [env.LD_LIBRARY_PATH] : [];
  return { VK_ICD_FILENAMES: join(folder, DRIVER), LD_LIBRARY_PATH: [...before, folder].join(delimiter) };
}

/**
 * Flags of a Chromium that draws by SwiftShader, as all programs do that find it by those variables: it then reads SwiftShader.ini where
 * Chromium was started. Asked for by its own name it does so in Chromium's folder, and has as many threads as cores, which spin.
 */
export function softwareGl(env = process.env) {
  const angle = env.VK_ICD_FILENAMES?.endsWith(DRIVER) ? 'vulkan' : 'swiftshader';
  return [`--use-angle=${angle}`, '--enable-unsafe-swiftshader'];
}
