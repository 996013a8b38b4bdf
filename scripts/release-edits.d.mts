export function nextVersion(asked: string | undefined, current: string, changelog: string): string;
export function compareVersions(a: string, b: string): number;
export function datedChangelog(changelog: string, version: string, date: string): string;
export function withVersion(text: string, version: string): string;
