import { createReadStream, type ReadStream } from 'node:fs'

/**
 * Opens a file to be read as a stream. Its error reaches whoever reads it. One that comes after the
 * reader has gone, for a stream opens its file even when it was destroyed before, ends in nothing:
 * without a listener it would end the process.
 */
export const openReadStream = (...file: Parameters<typeof createReadStream>): ReadStream =>
  createReadStream(...file).on('error', () => undefined)
