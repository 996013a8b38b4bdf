export function softwareVulkan(chromium: string | undefined, env?: NodeJS.ProcessEnv): Readonly<Record<string, string>>;
export declare function softwareGl(env?: NodeJS.ProcessEnv): string[];
