export declare function bundlePrograms(): Promise<boolean>;
