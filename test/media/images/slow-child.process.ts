/** An image process that never has loaded. It notes in a file of its environment's folder that it started, and that it was hung up on. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

const note = (text: string): void =>
  appendFileSync(join(process.env['TMPDIR'] ?? '', 'notes.txt'), `${text}\n`)

process.on('disconnect', () => note('hung up on'))
setInterval(() => undefined, 1000)
note('started')
