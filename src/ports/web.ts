/** Pages of the web: read by the driver for a model, from hosts that the repository names and nowhere else. */

/** The answer of a server, as text. */
export interface Page {
  readonly status: number;
  /** At most 1 MB. */
  readonly text: string;
}

export interface PageRequest {
  /** Names of hosts that may be asked, in lower case; nothing below or beside them. */
  readonly hosts: readonly string[];
  readonly signal: AbortSignal;
}

export interface Web {
  /**
   * One GET over https, within 10 seconds. `Refused` (of ports/tool-access) tells the model what cannot be had: another
   * host, a redirect to one, an address that is not public, more than 1 MB, no text, no answer. Throws `Interrupted`
   * when the signal is aborted.
   */
  get(url: string, visit: PageRequest): Promise<Page>;
}
