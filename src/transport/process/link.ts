import { z } from 'zod'
import { ColdpressError } from '#values/errors/errors.ts'
import { stackOf } from '#platform/crash/stack.ts'
import {
  copyToSend,
  envelope,
  errorInfoOf,
  errorOf,
  message,
  type Message,
  wipe,
} from './messages.ts'
import type { ProcessClientOf, ProcessOperation, ProcessOperations } from './operations.ts'
import { Pending } from './pending.ts'
import type { Port } from './port.ts'

/** A table with each schema's own type, which `O[N]` alone loses. */
type Table<O extends ProcessOperations<O>> = {
  readonly [N in keyof O]: ProcessOperation & {
    readonly input: O[N]['input']
    readonly output: O[N]['output']
  }
}

export type LinkOptions<S extends ProcessOperations<S>, A extends ProcessOperations<A>> = {
  readonly port: Pick<Port, 'post' | 'onMessage'>
  /** The operations that this side carries out. */
  readonly serves: Table<S>
  readonly handlers: ProcessClientOf<S>
  /** The operations that this side may ask for. */
  readonly requests: Table<A>
  /** The other side's name in messages for people. */
  readonly peer: string
  /** Called before each answer: messages sent here arrive before the answer. */
  readonly beforeAnswer?: () => void
  /** A call timed out, and no other message arrived meanwhile. */
  readonly onSilence?: () => void
  /** Receives message errors, never message contents. */
  readonly log: (line: string) => void
}

export type Link<A extends ProcessOperations<A>> = {
  /** @throws ColdpressError as the other side threw it; `timeout`; what {@link Link.end} was given */
  readonly call: <N extends keyof A & string>(
    name: N,
    input: z.output<A[N]['input']>,
  ) => Promise<z.output<A[N]['output']>>
  /** Resolves when all calls of this side are answered. */
  readonly idle: () => Promise<void>
  /** Closes the link: all present and future calls fail with this error. */
  readonly end: (because: ColdpressError) => void
}

/** Longer than any healthy call: the lock between processes alone may take 30 s. */
const callTimeoutMs = 120_000

/**
 * One end of the link between two processes. Every message is validated by a schema. What is sent is
 * a copy. All bytes in a message count as secrets and are wiped: the copy after posting, an answer
 * after it was copied, an input after the handler's work, and what is rejected.
 */
export const openLink = <S extends ProcessOperations<S>, A extends ProcessOperations<A>>(
  options: LinkOptions<S, A>,
): Link<A> => {
  const { port, requests, peer, log } = options
  const pending = new Pending(peer, options.onSilence)

  const post = (parsed: Message): void => {
    try {
      port.post(parsed)
    } finally {
      wipe(parsed)
    }
  }

  const answer = (reply: Message): void => {
    options.beforeAnswer?.()
    try {
      post(reply)
    } catch (error) {
      log(`an answer to the ${peer} could not be sent: ${stackOf(error)}`)
    }
  }

  const serve = async (id: number, name: string, input: unknown): Promise<void> => {
    let reply: Message
    try {
      const value = await handle(options, name, input)
      reply = { kind: 'answer', id, value: copyToSend(value) }
      wipe(value)
    } catch (error) {
      if (!(error instanceof ColdpressError)) log(`${name} failed: ${stackOf(error)}`)
      reply = { kind: 'error', id, error: errorInfoOf(error) }
    }
    wipe(input)
    answer(reply)
  }

  const refuse = (raw: unknown): void => {
    wipe(raw)
    log(`a message of the ${peer} was refused: it makes no sense`)
    const parsed = envelope.safeParse(raw)
    if (!parsed.success) return
    const { kind, id } = parsed.data
    if (kind === 'call') answer({ kind: 'error', id, error: errorInfoOf(invalidMessage(peer)) })
    else pending.fail(id, invalidMessage(peer))
  }

  port.onMessage((raw) => {
    pending.noteMessage()
    const read = message.safeParse(raw)
    if (!read.success) {
      refuse(raw)
      return
    }
    const parsed = read.data
    if (parsed.kind === 'call') void serve(parsed.id, parsed.name, parsed.input)
    else if (parsed.kind === 'error') pending.fail(parsed.id, errorOf(parsed.error))
    else if (!pending.answer(parsed.id, parsed.value)) wipe(parsed.value)
  })

  return {
    call: async (name, input) => {
      const { output, timeoutMs = callTimeoutMs } = requests[name]
      const value = await pending.wait(timeoutMs, (id) =>
        post({ kind: 'call', id, name, input: copyToSend(input) }),
      )
      const read = z.safeParse(output, value)
      if (read.success) return read.data
      wipe(value)
      log(`the answer of the ${peer} to ${name} was refused: it makes no sense`)
      throw invalidMessage(peer)
    },
    idle: () => pending.idle(),
    end: (because) => pending.end(because),
  }
}

/** @throws ColdpressError `internal` for a call that is not in the table or does not match it */
const handle = async <S extends ProcessOperations<S>>(
  {
    serves,
    handlers,
    peer,
    log,
  }: Pick<LinkOptions<S, object>, 'serves' | 'handlers' | 'peer' | 'log'>,
  name: string,
  input: unknown,
): Promise<unknown> => {
  const isServed = (text: string): text is keyof S & string => Object.hasOwn(serves, text)
  if (isServed(name)) {
    const read = z.safeParse(serves[name].input, input)
    if (read.success) {
      try {
        return await handlers[name](read.data)
      } finally {
        wipe(read.data)
      }
    }
  }
  log(`a call of the ${peer} was refused: it makes no sense`)
  throw invalidMessage(peer)
}

const invalidMessage = (peer: string): ColdpressError =>
  new ColdpressError(
    'internal',
    `A message between Coldpress and its ${peer} made no sense, so nothing was done. Restart Coldpress.`,
  )
