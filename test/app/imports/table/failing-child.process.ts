/**
 * A process that reads tables and folders as a taken-over or broken one would, by the sheet that it is
 * asked for. Into the folder that it is given, as its table or to read, it writes its process ID.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const send = (message: unknown): boolean | undefined => process.send?.(message)

const answers: Readonly<Record<string, () => unknown>> = {
  crash: () => process.kill(process.pid, 'SIGKILL'),
  hang: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600_000),
  babble: () => send({ kind: 'rows', rows: [{ row: 1, cells: [7] }] }),
  backwards: () => {
    send({ kind: 'rows', rows: [2, 1].map((row) => ({ row, cells: ['a'] })) })
  },
  endless: () => {
    const cells = Array.from({ length: 16_384 }, () => '')
    for (let row = 1; row < 400; row++) send({ kind: 'rows', rows: [{ row, cells }] })
  },
}

process.on('message', ({ kind, sheet }: { readonly kind: string; readonly sheet: string }) => {
  if (kind === 'more') return
  process.stdin.on('data', (input) => {
    const { folder, sheet: asked }: { readonly folder: string; readonly sheet: string } =
      kind === 'read' ? { folder: String(input), sheet } : JSON.parse(String(input)).request
    writeFileSync(join(folder, 'pid'), `${process.pid}\n`)
    answers[asked]?.()
  })
})
process.on('disconnect', () => process.exit(0))
send({ kind: 'ready' })
