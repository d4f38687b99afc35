import type { IncomingMessage } from 'node:http'

/**
 * Whether a request names more than one host, which is to be answered with 400 (RFC 9112, section 3.2).
 * Node gives the first of them, a proxy before it may have gone by the last.
 */
export const hasSeveralHosts = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1
