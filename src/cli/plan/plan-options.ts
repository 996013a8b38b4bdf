/** As the command line gives them. */
export interface PlanOptions {
  readonly from?: string;
  readonly to: string;
  /** In order. */
  readonly through: readonly string[];
  readonly group?: string;
  readonly moving?: readonly string[];
  readonly clearance?: number;
  readonly tolerance?: number;
  readonly units?: string;
  readonly self: boolean;
  readonly seed: string;
  /** Milliseconds. */
  readonly budget: number;
  readonly shorten: boolean;
  readonly margin: boolean;
  readonly out?: string;
  /** True: to the output. */
  readonly json?: string | true;
  readonly report?: string;
  readonly quiet?: boolean;
}
