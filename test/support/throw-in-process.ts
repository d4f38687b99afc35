import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/** Node's own port, which it opens when it gets this signal. */
const inspector = 'http://127.0.0.1:9229/json/list'
const targets = z.array(z.object({ webSocketDebuggerUrl: z.string() })).min(1)
const answered = z.looseObject({
  result: z.looseObject({ result: z.looseObject({ value: z.unknown() }) }),
})

/** Evaluates in whichever process has opened the port. */
const evaluate = async (expression: string): Promise<unknown> => {
  const [target] = targets.parse(await (await fetch(inspector)).json())
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '')
  await once(socket, 'open')
  try {
    const params = { expression, returnByValue: true }
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
    const [event] = await once(socket, 'message')
    return answered.parse(JSON.parse(z.looseObject({ data: z.string() }).parse(event).data)).result
      .result.value
  } finally {
    socket.close()
  }
}

/** Evaluates an expression in a running process of Node. */
const evaluateIn = async (pid: number, expression: string): Promise<void> => {
  for (let tries = 0; tries < 60; tries += 1) {
    // Another process may have the port; ours then opens none.
    process.kill(pid, 'SIGUSR1')
    await sleep(250)
    if ((await evaluate('process.pid').catch(() => undefined)) === pid) {
      await evaluate(expression)
      return
    }
  }
  throw new Error(`process ${pid} opened no inspector`)
}

/** Has a running process of Node throw an error that nobody catches, with this text. */
export const throwInProcess = (pid: number, message: string): Promise<void> =>
  evaluateIn(pid, `setTimeout(() => { throw new RangeError(${JSON.stringify(message)}) }, 100); 1`)

/** Has it reject a promise that nobody waits for. */
export const rejectInProcess = (pid: number, message: string): Promise<void> =>
  evaluateIn(
    pid,
    `setTimeout(() => { void Promise.reject(new RangeError(${JSON.stringify(message)})) }, 100); 1`,
  )
