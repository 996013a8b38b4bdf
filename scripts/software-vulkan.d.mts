export function softwareVulkan(chromium: string | undefined, env?: NodeJS.ProcessEnv): Readonly<Record<string, string>>;
