export const FIREFOX_SETTINGS: readonly (readonly [string, string | number | boolean])[];
export function findEngines(): Promise<Readonly<Record<'node' | 'chromium' | 'firefox' | 'bun', string | undefined>>>;
