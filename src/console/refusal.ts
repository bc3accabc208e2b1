/** A refusal, thrown to the one place that logs it and writes it as a response. */
export class ConsoleRefusal extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 413 | 415,
    readonly detail: string,
  ) {
    super(detail);
  }
}
