/**
 * The image process with errors planted in it by file name, as a broken decoder would make it:
 * `crash` ends it, `once` ends it the first time, `hang` stops it, `babble` makes it talk nonsense.
 * It notes what it does beside the files, and its environment for `surroundings`.
 */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

type Message = { readonly kind: string; readonly source?: string }

let notes: string | undefined
const note = (text: string): void => {
  if (notes !== undefined) appendFileSync(notes, `${text}\n`)
}

const send = process.send?.bind(process)
if (send === undefined) throw new Error('started without a parent')
let running = 0
Object.defineProperty(process, 'send', {
  value: (message: Message, ...rest: unknown[]): unknown => {
    if (/^(?:processed|inspected|failed)$/u.test(message.kind)) running -= 1
    else note(message.kind)
    return Reflect.apply(send, process, [message, ...rest])
  },
})

const die = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

/** Before the real listener, in the same turn: what it would answer comes too late. */
process.on('message', ({ source }: Message) => {
  if (source === undefined) return
  const name = basename(source)
  notes = join(dirname(source), 'notes.txt')
  running += 1
  note(`${name} ${running}`)
  if (name.startsWith('surroundings')) note(JSON.stringify(process.env))
  if (name.startsWith('crash')) die()
  if (name.startsWith('hang')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600_000)
  if (name.startsWith('babble')) send({ kind: 'nonsense' })
  if (name.startsWith('once') && !existsSync(`${source}.died`)) {
    writeFileSync(`${source}.died`, '')
    die()
  }
})
process.on('exit', () => note('exit'))

await import('#media/images/child/main.ts')
